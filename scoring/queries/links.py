"""Which table a link or a short code leads to."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from django.db.models import Prefetch

from scoring.models import RetiredToken, Round, Seat, Table, Tournament
from scoring.models.entry import CODE_LENGTH, CODE_LETTERS, TOKEN_LENGTH
from scoring.queries.hall import notices_hang


class Ended(enum.Enum):
    """Why a link that once was good is not any more."""

    CLOSED = "round-closed"
    RENEWED = "link-renewed"


@dataclass(frozen=True, slots=True)
class Link:
    """A table, with its round, its clock and cup, and why its link is not good now (None: it is)."""

    table: Table
    ended: Ended | None


def find_link(token: str) -> Link | None:
    """What a token leads to; None where there never was such a link. One SQL query, two for one that is not good."""
    if len(token) > TOKEN_LENGTH or not token.isascii():
        return None
    tables = Table.objects.select_related("round__tournament", "round__clock")
    table = tables.annotate(notices_hang=notices_hang("round__tournament")).filter(token=token).first()
    if table is not None:
        return Link(table, Ended.CLOSED if table.round.is_closed or table.round.tournament.is_final else None)
    retired = RetiredToken.objects.select_related("table__round__tournament").filter(token=token).first()
    return Link(retired.table, Ended.RENEWED) if retired is not None else None


def find_code(text: str) -> Link | None:
    """What a short code leads to, however it was typed (small letters, spaces, hyphens); None for no code."""
    code = "".join(char for char in text.upper()[:100] if char.isascii() and char.isalnum())
    if len(code) != CODE_LENGTH or not set(code) <= set(CODE_LETTERS):
        return None
    table = Table.objects.select_related("round__tournament").filter(code=code).first()
    if table is None:
        return None
    return Link(table, Ended.CLOSED if table.round.is_closed or table.round.tournament.is_final else None)


@dataclass(frozen=True, slots=True)
class TableLink:
    """A table with its link, and who sits there in playing order."""

    table: Table
    seats: tuple[Seat, ...]

    @property
    def code(self) -> str:
        """What is typed instead of the address, as it is printed."""
        return spoken(self.table.code)


def round_links(tournament: Tournament, number: int) -> tuple[Round, tuple[TableLink, ...]]:
    """A round and the links of its tables in order; raises Round.DoesNotExist. Three SQL queries."""
    round_ = Round.objects.get(tournament=tournament, number=number)
    round_.tournament = tournament
    seats = Seat.objects.select_related("player").order_by("number")
    tables = round_.tables.order_by("number").prefetch_related(Prefetch("seats", seats))
    return round_, tuple(TableLink(table, tuple(table.seats.all())) for table in tables)


def tables_with_links(tournament: Tournament, number: int | None = None) -> list[Table]:
    """The tables of a cup, or of one of its rounds, in order; each has its round. Raises Round.DoesNotExist of a round
    that the cup has not. At most two SQL queries."""
    tables = Table.objects.filter(round__tournament=tournament).select_related("round")
    if number is not None:
        tables = tables.filter(round=Round.objects.get(tournament=tournament, number=number))
    return list(tables.order_by("round__number", "number"))


def spoken(code: str) -> str:
    """A short code as it is printed: "K7PM-2X9A"."""
    return f"{code[: CODE_LENGTH // 2]}-{code[CODE_LENGTH // 2 :]}"
