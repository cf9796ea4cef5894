"""Deals as they were recorded: append-only, with the points that came of them as rows."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from rules import Deal as RulesDeal
from rules import Ruleset, read_deal
from rules.table import DERIVED
from scoring.fields import DocumentField, ExactField
from scoring.models.tournament import Player, Seat, Table

REASON_LENGTH = 500


class Deal(models.Model):
    """One deal (leosztás) of a table.

    `position` is its place in the order of play. `number` is the number among the 16, 15 or 20
    deals; one that does not count shares it with the deal that replaces it. `current` is the revision in
    force; `outcome`, `counted` and `bika` repeat what came of that one, so that SQL can ask for them.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="deals")
    position = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    outcome = models.CharField(max_length=20)
    counted = models.BooleanField()
    bika = models.BooleanField(default=False)
    #: A case about it is before the jury: it has its number, but no points and no captures until that is decided.
    on_hold = models.BooleanField(default=False)
    # Null only while the first revision is being written: each needs the other's key.
    current = models.OneToOneField("DealRevision", models.RESTRICT, related_name="+", null=True)

    class Meta:
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(fields=["table", "position"], name="deal_position_once"),
            models.UniqueConstraint(fields=["table", "number"], condition=Q(counted=True), name="deal_counted_once"),
            models.CheckConstraint(condition=Q(position__gte=1, number__gte=1), name="deal_numbers_from_one"),
        )

    def __str__(self) -> str:
        return f"{self.table}/{self.number}"

    @property
    def record(self) -> dict[str, Any]:
        """The self-contained record in force."""
        if self.current is None:
            raise DealRevision.DoesNotExist(f"deal {self.pk} has no revision in force")
        record: dict[str, Any] = self.current.record
        return record

    def entered(self) -> dict[str, Any]:
        """The record as its table says it: with its number, without what follows from the deals before."""
        return {"number": self.number} | {key: value for key, value in self.record.items() if key not in DERIVED}

    def read(self, ruleset: Ruleset) -> RulesDeal:
        """The record in force as the rules' own; it was accepted under this ruleset when it was written."""
        return read_deal(self.record, ruleset)


class DealRevision(models.Model):
    """What was recorded of a deal, by whom and why. Never updated, never deleted on its own.

    `record` is the self-contained record of one deal (players, multiplier and kassza filled in):
    it can be scored without the rest of the table.
    """

    deal = models.ForeignKey(Deal, models.CASCADE, related_name="revisions")
    number = models.PositiveSmallIntegerField()
    record = DocumentField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    #: Who of the table said so; null for what an organiser or a command wrote, which needs nobody's confirmation.
    player = models.ForeignKey(Player, models.SET_NULL, null=True, blank=True, related_name="+")
    actor = models.CharField(max_length=200)
    reason = models.CharField(max_length=REASON_LENGTH, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["deal", "number"], name="revision_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="revision_number_from_one"),
        )

    def __str__(self) -> str:
        return f"{self.deal} ({self.number})"


class DealPoints(models.Model):
    """Table points of one seat from the revision in force; a deal's rows sum to zero.

    Only the four active players of a deal that counts have a row.
    """

    deal = models.ForeignKey(Deal, models.CASCADE, related_name="points")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="deal_points")
    points = ExactField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["deal", "seat"], name="points_once_a_seat"),)

    def __str__(self) -> str:
        return f"{self.deal}: {self.seat.number} {self.points}"


class Capture(models.Model):
    """A line of the capture log: an XXI caught by the skíz. Nobody named: the record did not say."""

    deal = models.ForeignKey(Deal, models.CASCADE, related_name="captures")
    catcher = models.ForeignKey(Player, models.RESTRICT, null=True, blank=True, related_name="catches")
    victim = models.ForeignKey(Player, models.RESTRICT, null=True, blank=True, related_name="losses")
    announced = models.BooleanField()
    kontra = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ("deal", "pk")

    def __str__(self) -> str:
        return f"{self.deal}: {self.catcher} – {self.victim}"
