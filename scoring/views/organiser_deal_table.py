"""The table at which the organiser types or corrects a deal: its place at the desk."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring import queries
from scoring.models import Table, Tournament
from scoring.views import deal_table


class AtTable(deal_table.AtTable):
    """One table of a cup as its desk needs it; costs the four SQL queries of its sheet."""

    @classmethod
    def of(cls, tournament: Tournament, round_number: int, table: int) -> AtTable:
        """The table of those numbers; raises Http404."""
        try:
            return cls(tournament, queries.table_sheet(tournament, round_number, table))
        except Table.DoesNotExist as error:
            raise Http404 from error

    @property
    def args(self) -> list[Any]:
        """What addresses of this table are made of."""
        return [self.tournament.slug, self.sheet.round.number, self.table.number]

    @property
    def round_address(self) -> str:
        """The round's page at the desk."""
        return reverse("organiser:round", args=self.args[:2])

    @property
    def address(self) -> str:
        """The table's page at the desk."""
        return reverse("organiser:table", args=self.args)

    def crumbs(self) -> list[tuple[str, str]]:
        """The way here."""
        return [
            (_("Round %(number)s") % {"number": self.sheet.round.number}, self.round_address),
            (_("Table %(number)s") % {"number": self.table.number}, self.address),
        ]
