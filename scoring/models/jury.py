"""Cases before the jury: what happened, what each of the three ruled, what came of it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.fields import DocumentField, ExactField
from scoring.models.deal import Deal, DealRevision
from scoring.models.tournament import Player, Table, Tournament

TEXT_LENGTH = 2000
RULE_LENGTH = 100


class Decision(models.TextChoices):
    """What may be decided. The first group changes the deal, the last one is free (Kupa 1.3)."""

    RENONSZ = "renonsz", _("renonsz: the offender pays")
    REDEAL = "redeal", _("dealt again, no consequence")
    REDEAL_150 = "redeal_150", _("dealt again, a fixed fine into the kassza")
    PAY_KASSZA = "pay_kassza", _("dealt again, the worth of the figures into the kassza")
    PLAY_ON = "play_on", _("played on, no consequence")
    NO_OFFENCE = "no_offence", _("no offence")
    WARNING = "warning", _("warning")
    TABLE_POINTS = "table_points", _("table points off")
    TOURNAMENT_POINTS = "tournament_points", _("tournament points off")
    EXCLUSION = "exclusion", _("exclusion from the rest of the cup")


#: Decisions that put another record in the place of the deal's; those that a player carries through the cup.
OF_DEAL = frozenset({"renonsz", "redeal", "redeal_150", "pay_kassza"})
OF_PLAYER = frozenset({"warning", "table_points", "tournament_points", "exclusion"})


class Case(models.Model):
    """A case (ügy) before the jury, numbered within its cup.

    `deal` is null where there is none (ethics), or where it was not recorded yet. `record` is what was announced, and
    what had been made before the offence, as an entered deal. Once decided: `kind`, `amount` (table points of a
    renonsz or off the table, tournament points; null: what the rules say), `reason`, and what undoing needs: `before`,
    the record that the ruling took the place of.
    """

    class State(models.TextChoices):
        OPEN = "open", _("before the jury")
        DECIDED = "decided", _("decided")
        WITHDRAWN = "withdrawn", _("taken back")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="cases")
    number = models.PositiveSmallIntegerField()
    table = models.ForeignKey(Table, models.CASCADE, null=True, blank=True, related_name="cases")
    deal = models.ForeignKey(Deal, models.CASCADE, null=True, blank=True, related_name="cases")
    offender = models.ForeignKey(Player, models.RESTRICT, null=True, blank=True, related_name="+")
    rule = models.CharField(max_length=RULE_LENGTH)
    #: Of the offence: "renonsz", "jury" or "vote".
    sanction = models.CharField(max_length=10)
    #: Player numbers of who asked for it (Kupa 9.2).
    askers = DocumentField(default=list)
    #: Had play begun (Kupa 9.1)?
    in_play = models.BooleanField(default=True)
    facts = models.CharField(max_length=TEXT_LENGTH, blank=True)
    record = DocumentField(default=dict)
    state = models.CharField(max_length=9, choices=State.choices, default=State.OPEN)
    #: Rulings are given in rounds: another one begins when three differ, or when the case is opened again.
    voting_round = models.PositiveSmallIntegerField(default=1)
    opened_by = models.CharField(max_length=200)
    opened_at = models.DateTimeField()

    kind = models.CharField(max_length=20, choices=Decision.choices, blank=True)
    amount = ExactField(null=True, blank=True)
    reason = models.CharField(max_length=TEXT_LENGTH, blank=True)
    #: Decided aloud by the three; who they were, as `jurors` says.
    oral = models.BooleanField(default=False)
    jurors = DocumentField(default=list)
    decided_at = models.DateTimeField(null=True, blank=True)
    before = DocumentField(default=dict)
    revision = models.ForeignKey(DealRevision, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["tournament", "number"], name="case_number_once"),
            models.UniqueConstraint(fields=["deal"], condition=Q(state="open"), name="case_open_once_a_deal"),
            models.CheckConstraint(condition=Q(state__in=["open", "decided", "withdrawn"]), name="case_state"),
            models.CheckConstraint(condition=~Q(state="decided") | ~Q(kind=""), name="case_decided_has_kind"),
        )

    def __str__(self) -> str:
        return f"{self.tournament}: {self.number}"

    @property
    def is_open(self) -> bool:
        """Does it wait for a decision?"""
        return self.state == self.State.OPEN


class Ruling(models.Model):
    """What one juror ruled, alone. Seen by nobody else before the case is decided or all three are in."""

    case = models.ForeignKey(Case, models.CASCADE, related_name="rulings")
    voting_round = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    #: Who it was, in words that outlive the account.
    juror = models.CharField(max_length=200)
    kind = models.CharField(max_length=20, choices=Decision.choices)
    amount = ExactField(null=True, blank=True)
    reason = models.CharField(max_length=TEXT_LENGTH)
    at = models.DateTimeField()

    class Meta:
        ordering = ("voting_round", "at")
        constraints = (models.UniqueConstraint(fields=["case", "voting_round", "user"], name="ruling_once_a_round"),)

    def __str__(self) -> str:
        return f"{self.case}: {self.juror}"


class Ballot(models.Model):
    """What one of the three others at the table voted for (Magas 16)."""

    case = models.ForeignKey(Case, models.CASCADE, related_name="ballots")
    player = models.ForeignKey(Player, models.RESTRICT, related_name="+")
    choice = models.CharField(max_length=20)
    at = models.DateTimeField()

    class Meta:
        ordering = ("at",)
        constraints = (models.UniqueConstraint(fields=["case", "player"], name="ballot_once_a_player"),)

    def __str__(self) -> str:
        return f"{self.case}: {self.player}"


class Penalty(models.Model):
    """What a player carries through the cup: a warning, points off, exclusion. The standings have a footnote of it.

    `amount` is in table points (off the table of `round`) or tournament points. `withdrawn_before` is what an
    exclusion put aside (the player's last round, if they had withdrawn).
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="penalty_rows")
    case = models.ForeignKey(Case, models.CASCADE, null=True, blank=True, related_name="penalties")
    player = models.ForeignKey(Player, models.CASCADE, related_name="penalties")
    kind = models.CharField(max_length=20, choices=Decision.choices)
    amount = ExactField(null=True, blank=True)
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=TEXT_LENGTH, blank=True)
    withdrawn_before = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(condition=Q(kind__in=sorted(OF_PLAYER)), name="penalty_kind"),
            models.CheckConstraint(
                condition=Q(kind__in=["warning", "exclusion"], amount__isnull=True)
                | Q(kind__in=["table_points", "tournament_points"], amount__gt=0),
                name="penalty_amount",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.kind}"
