"""Who is here on the day, and who has paid."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.models import Player, Tournament
from scoring.text import hungarian


@dataclass(frozen=True, slots=True)
class CheckIn:
    """The players of a cup who have not withdrawn, by name; money in forints."""

    players: tuple[Player, ...]
    entry_fee: int | None

    @property
    def here(self) -> int:
        """How many are here."""
        return sum(player.checked_in_at is not None for player in self.players)

    @property
    def missing(self) -> int:
        """How many are not."""
        return len(self.players) - self.here

    @property
    def paid(self) -> int:
        """How many have paid."""
        return sum(player.paid for player in self.players)

    @property
    def unpaid(self) -> int:
        """How many of those who are here have not paid."""
        return sum(not player.paid for player in self.players if player.checked_in_at is not None)

    @property
    def money(self) -> int:
        """What has been paid."""
        return self.paid * (self.entry_fee or 0)

    @property
    def due(self) -> int:
        """What those who are here still have to pay."""
        return self.unpaid * (self.entry_fee or 0)


def check_in_list(tournament: Tournament) -> CheckIn:
    """Everybody who takes part, in the order of a Hungarian list of names. One SQL query."""
    players = tournament.players.filter(withdrawn_after__isnull=True)
    return CheckIn(tuple(sorted(players, key=lambda player: hungarian(player.name))), tournament.entry_fee)
