"""Tables that can be sorted by their heads (django-tables2)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.functional import Promise, lazy
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.footnotes import Footnote, footnotes_of
from scoring.models import Tournament
from scoring.numbers import Exact
from scoring.queries import RoundScore, StandingRow, Standings
from scoring.templatetags.tarokk import ordinal, points
from scoring.text import hungarian

format_html_lazy = lazy(format_html, SafeString)

#: Who did not play a round sorts behind everybody who did.
_NOT_PLAYED = (0, Fraction(0), Fraction(0))


def _head(full: str | Promise, short: str | Promise) -> SafeString:
    """A column's head in two lengths: the full one to be heard, and seen where there is room."""
    return format_html_lazy('<span class="full">{}</span><span class="short" aria-hidden="true">{}</span>', full, short)


class RoundColumn(tables.Column):  # type: ignore[misc]  # the library has no types
    """What a round brought: tournament points, place, table points, with the way to the table.

    Made in Python, not by a template of its own: a page has hundreds of these cells, and the hall asks for it often.
    """

    def __init__(self, number: int, tournament: Tournament) -> None:
        super().__init__(
            accessor=f"round_{number}",
            default="",
            empty_values=(),
            order_by=(f"round_{number}_key",),
            verbose_name=_("Round %(number)s") % {"number": number},
            initial_sort_descending=True,
            attrs={"th": {"class": "round"}, "td": {"class": "round"}},
        )
        # The address of each table is that of the first with another number at its end.
        self.tables = reverse("public:table", args=[tournament.slug, number, 1]).removesuffix("1/")

    def render(self, value: RoundScore | None) -> SafeString:
        """The cell of one player."""
        if value is None:
            return format_html(
                '<span class="soft" aria-hidden="true">–</span><span class="hidden">{}</span>', _("did not play")
            )
        return format_html(
            '<a href="{}{}/"{}>{}<span class="hidden">, {}</span></a>',
            self.tables,
            value.table,
            mark_safe("" if value.official else ' class="unofficial"'),
            _result(value),
            _("table %(number)s") % {"number": value.table},
        )


def _result(score: RoundScore) -> SafeString:
    """Tournament points, and below them place and table points; in words where nothing has been played yet."""
    if score.place is None:
        return format_html('<span class="soft">{}</span>', _("not played yet"))
    return format_html(
        '{}<span class="sub">{} · {}</span>',
        points(score.tournament_points),
        _("%(place)s place") % {"place": ordinal(score.place)},
        points(score.table_points, "signed"),
    )


class StandingsTable(tables.Table):  # type: ignore[misc]
    """The standings, a row a player; sorted by rank until somebody asks otherwise."""

    rank = tables.Column(
        verbose_name=_head(gettext_lazy("Rank"), "#"), attrs={"th": {"class": "rank"}, "td": {"class": "rank"}}
    )
    player = tables.TemplateColumn(
        template_name="public/cells/player.html",
        verbose_name=gettext_lazy("Player"),
        order_by=("name_key",),
        attrs={"th": {"class": "player"}, "td": {"class": "player"}},
    )
    tournament_points = tables.Column(
        verbose_name=_head(gettext_lazy("Tournament points"), gettext_lazy("TP")),
        initial_sort_descending=True,
        attrs={"th": {"class": "num"}, "td": {"class": "num big"}},
    )
    table_points = tables.Column(
        verbose_name=_head(gettext_lazy("Table points"), gettext_lazy("Pts")),
        initial_sort_descending=True,
        attrs={"th": {"class": "num"}, "td": {"class": "num"}},
    )

    row_header = "player"
    #: Rows say whose they are and at what rank, for the page's script.
    live = True
    label: str | Promise = gettext_lazy("Table of the standings")

    class Meta:
        template_name = "components/data_table.html"
        attrs = {"class": "data standings"}
        empty_text = gettext_lazy("Nobody here.")
        order_by_field = "sort"

    def __init__(self, standings: Standings, rows: Sequence[StandingRow]) -> None:
        """`rows` are those of `standings` that are to be shown."""
        self.tournament: Tournament = standings.tournament
        super().__init__(
            [_record(row, standings.rounds) for row in rows],
            extra_columns=[(f"round_{number}", RoundColumn(number, self.tournament)) for number in standings.rounds],
        )

    @property
    def footnotes(self) -> list[Footnote]:
        """The footnotes of the rows on this page, in the order of their numbers."""
        shown = [note for row in self.paginated_rows for note in row.record["notes"]]
        return sorted(shown, key=lambda note: note.number)

    def render_rank(self, value: int, record: dict[str, Any]) -> SafeString:
        """The rank, and the sign of a shared one."""
        if not record["tied"]:
            return format_html("{}", ordinal(value))
        return format_html(
            '<span class="tie" aria-hidden="true">=</span>{}<span class="hidden"> ({})</span>',
            ordinal(value),
            _("shared"),
        )

    def render_tournament_points(self, value: Exact) -> SafeString:
        """Tournament points."""
        return points(value)

    def render_table_points(self, value: Exact) -> SafeString:
        """Table points, with their sign."""
        return points(value, "signed")


def _record(row: StandingRow, rounds: Sequence[int]) -> dict[str, Any]:
    """A row as django-tables2 sorts it: each column has a value, or a key beside it."""
    record: dict[str, Any] = {
        "rank": row.rank,
        "tied": row.tied,
        "player": row.player,
        "withdrew_after": row.withdrew_after,
        "excluded": row.excluded,
        "notes": footnotes_of(row),
        "name_key": hungarian(row.player.name),
        "tournament_points": row.tournament_points,
        "table_points": row.table_points,
    }
    for number in rounds:
        score = row.round(number)
        record[f"round_{number}"] = score
        record[f"round_{number}_key"] = _round_key(score)
    return record


def _round_key(score: RoundScore | None) -> tuple[int, Exact, Exact]:
    return _NOT_PLAYED if score is None else (1, score.tournament_points, score.table_points)
