"""What players talk about: captures, pagát ultimós, bikas, kontras, melds, the best deals, each with its numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring import queries
from scoring.charts import PairBar, pair_bars
from scoring.explain import figure_name, warsaw_name
from scoring.http import tournament_page
from scoring.models import Player, Tournament
from scoring.statistics import Tally, known
from scoring.text import hungarian
from scoring.views.public import page_frame

#: So many players stand beside a chart; the table of all has the others.
SHOWN = 12


@dataclass(frozen=True, slots=True)
class PlayerCounts:
    """A player's line: the tally, and the bar where the line belongs to a chart."""

    player: Player
    tally: Tally
    bar: PairBar | None = None

    @property
    def warsaws_held(self) -> int:
        """Those in which the player did not pay."""
        return self.tally.warsaws - self.tally.warsaws_lost


@tournament_page
def statistics(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The statistics of the cup so far. Four SQL queries, three when nobody has played since somebody looked."""
    found = queries.cup_statistics(tournament)
    everybody = sorted(
        (PlayerCounts(found.players[number], tally) for number, tally in found.counts.players.items()),
        key=lambda line: hungarian(line.player.name),
    )
    frame, _rounds = page_frame(tournament, "statistics")
    return render(
        request,
        "public/statistics.html",
        frame
        | {
            "counts": found.counts,
            "knows": known(tournament.rules),
            "everybody": everybody,
            "captures": _most(everybody, lambda tally: (tally.lost, tally.caught)),
            "pagats": _most(everybody, lambda tally: (tally.pagat_failed, tally.pagat_made)),
            "kontras": _most(everybody, lambda tally: (tally.kontras_lost, tally.kontras_won)),
            "bikas": _most(everybody, lambda tally: (0, tally.bikas)),
            "melds": _most(everybody, lambda tally: (0, tally.melds)),
            "warsaws": _most(everybody, lambda tally: (tally.warsaws_lost, tally.warsaws - tally.warsaws_lost)),
            "warsaw": warsaw_name(tournament.rules),
            "meld_kinds": [(figure_name(tournament.rules, meld), n) for meld, n in found.counts.melds.most_common()],
            "best": [(deal, [found.players[number] for number in deal.winners]) for deal in found.counts.best],
        },
    )


def _most(lines: list[PlayerCounts], pair: Callable[[Tally], tuple[int, int]]) -> list[PlayerCounts]:
    """Who has most of the second of the pair (then: fewest of the first), with bars: the first to the left."""
    some = [line for line in lines if any(pair(line.tally))]
    some.sort(key=lambda line: (-pair(line.tally)[1], pair(line.tally)[0]))
    bars = pair_bars([pair(line.tally) for line in some[:SHOWN]])
    return [PlayerCounts(line.player, line.tally, bar) for line, bar in zip(some, bars, strict=False)]
