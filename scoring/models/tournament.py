"""A cup, its players, and who sits where in each round."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from rules import Ruleset, read_ruleset
from scoring.fields import DocumentField, ExactField
from scoring.models.entry import CODE_LENGTH, TOKEN_LENGTH, new_code, new_token

if TYPE_CHECKING:
    from django.db.models import QuerySet

NAME_LENGTH = 100
MAX_ROUNDS = 99
MAX_NUMBER = 9999  # of a player, of a table
SLUG_LENGTH = 60
SLUG_PATTERN = r"^[a-z0-9]+(-[a-z0-9]+)*\Z"


class Tournament(models.Model):
    """One cup: a number of rounds under one ruleset.

    `ruleset_snapshot` is the ruleset as it was when the cup was created: a later edit of the
    ruleset's file never changes a played cup. `revision` goes up with every write, in the
    same transaction; the public pages' ETags are made of it.
    """

    class TieBreak(models.TextChoices):
        TABLE_POINTS = "table-points", _("by table points")
        NONE = "none", _("none")

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        FINAL = "final", _("final")

    slug = models.CharField(max_length=SLUG_LENGTH, unique=True, validators=[RegexValidator(SLUG_PATTERN)])
    name = models.CharField(max_length=NAME_LENGTH)
    date = models.DateField()
    venue = models.CharField(max_length=NAME_LENGTH, blank=True)
    ruleset_id = models.CharField(max_length=60)
    ruleset_snapshot = DocumentField()
    rounds_planned = models.PositiveSmallIntegerField(default=4)
    tie_break = models.CharField(max_length=12, choices=TieBreak.choices, default=TieBreak.TABLE_POINTS)
    state = models.CharField(max_length=9, choices=State.choices, default=State.DRAFT)
    revision = models.PositiveIntegerField(default=1)
    #: While the public standings are frozen: the last round that the public sees (0: none); else null.
    frozen_after = models.PositiveSmallIntegerField(null=True, blank=True)
    #: Are only those drawn who have said on the day that they are here?
    uses_check_in = models.BooleanField(default=False)
    #: In forints; null where none is taken.
    entry_fee = models.PositiveIntegerField(null=True, blank=True)
    #: Does the public list leave out who withdrew? Their results count for others all the same.
    hide_withdrawn = models.BooleanField(default=False)
    #: Until when the result may be protested against.
    protest_until = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    #: No field: the last round for whoever reads now, set where the page begins; None is all. See `shown`.
    last_shown: int | None = None

    class Meta:
        ordering = ("-date", "slug")
        # Not of one cup: of the whole program, with everybody's accounts and links in it.
        permissions = [("keep_safe", "Can make and take copies of everything")]
        constraints = (
            models.CheckConstraint(condition=~Q(name=""), name="tournament_has_name"),
            models.CheckConstraint(condition=Q(rounds_planned__gte=1), name="tournament_has_rounds"),
            models.CheckConstraint(condition=Q(state__in=("draft", "published", "final")), name="tournament_state"),
            models.CheckConstraint(condition=Q(tie_break__in=["table-points", "none"]), name="tournament_tie_break"),
        )

    def __str__(self) -> str:
        return self.name

    @cached_property
    def rules(self) -> Ruleset:
        """The ruleset this cup is played by, made from its snapshot."""
        return read_ruleset(self.ruleset_snapshot)

    @property
    def is_public(self) -> bool:
        """May everybody see it?"""
        return self.state in (self.State.PUBLISHED, self.State.FINAL)

    @property
    def is_frozen(self) -> bool:
        """Does the public see an earlier state until the prize-giving?"""
        return self.frozen_after is not None

    def shown(self, rounds: str = "") -> Q:
        """The condition that leaves out rounds after `last_shown`; `rounds` leads to them, such as "round__"."""
        return Q() if self.last_shown is None else Q(**{f"{rounds}number__lte": self.last_shown})

    @property
    def is_final(self) -> bool:
        """Has the protest time passed? Then nothing is written any more."""
        return self.state == self.State.FINAL


class Player(models.Model):
    """Somebody entered in one cup; `number` is who they are in its records."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="players")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=NAME_LENGTH)
    club = models.CharField(max_length=NAME_LENGTH, blank=True)
    #: Who it is in the register of all cups; null where nobody has said so.
    person = models.ForeignKey("Person", models.SET_NULL, null=True, blank=True, related_name="entries")
    #: The first round in which a late entry may sit.
    first_round = models.PositiveSmallIntegerField(default=1)
    #: When they said on the day that they are here.
    checked_in_at = models.DateTimeField(null=True, blank=True)
    #: Has the entry fee been paid?
    paid = models.BooleanField(default=False)
    #: The last round of somebody who left early; their results stay.
    withdrawn_after = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["tournament", "number"], name="player_number_once"),
            models.UniqueConstraint(fields=["tournament", "person"], name="player_person_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="player_number_from_one"),
            models.CheckConstraint(condition=Q(first_round__gte=1), name="player_first_round_from_one"),
            models.CheckConstraint(condition=~Q(name=""), name="player_has_name"),
        )

    def __str__(self) -> str:
        return f"{self.number}. {self.name}"

    @property
    def is_withdrawn(self) -> bool:
        """Did this player leave before the end?"""
        return self.withdrawn_after is not None


class Membership(models.Model):
    """What an account may do in one cup."""

    class Role(models.TextChoices):
        ORGANISER = "organiser", _("organiser")
        JUROR = "juror", _("juror")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=9, choices=Role.choices)
    #: A juror who also plays: nobody rules on the own table or offence.
    player = models.ForeignKey(Player, models.SET_NULL, null=True, blank=True, related_name="+")
    #: A juror who rules only where one of the three may not.
    substitute = models.BooleanField(default=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["user", "tournament", "role"], name="membership_role_once"),
            models.CheckConstraint(condition=Q(role__in=["organiser", "juror"]), name="membership_role"),
        )

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()} ({self.tournament})"


class Round(models.Model):
    """A round; its tournament points are official once it is closed.

    `drawn` and `seed` say how its tables came about: with both, anybody can draw the very same again. `plan` are the
    rounds after it that a fresh draw planned with it (`scoring.services.plans`).
    """

    class Drawn(models.TextChoices):
        HAND = "", _("by hand")
        RANDOM = "random", _("at random")
        FRESH = "fresh", _("with as few repeated meetings as can be had")
        STANDINGS = "standings", _("by the standings")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    closed_at = models.DateTimeField(null=True, blank=True)
    drawn = models.CharField(max_length=9, choices=Drawn.choices, default=Drawn.HAND, blank=True)
    seed = models.PositiveIntegerField(null=True, blank=True)
    plan = DocumentField(default=dict, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_number_from_one"),
            models.CheckConstraint(condition=Q(drawn__in=["", "random", "fresh", "standings"]), name="round_drawn"),
        )

    def __str__(self) -> str:
        return f"{self.tournament}, {self.number}"

    @property
    def is_closed(self) -> bool:
        """Are its tournament points official?"""
        return self.closed_at is not None


class Table(models.Model):
    """Four or five seats that play a round together.

    `paper` says whether points were typed in from a paper sheet: the whole table's
    (`totals`, then there are no deals) or those of the deals after the recorded ones (`remainder`).
    Whoever has the link may enter the deals of this table in this round, and nothing else.
    """

    class Paper(models.TextChoices):
        NONE = "", _("no paper sheet")
        TOTALS = "totals", _("totals from paper")
        REMAINDER = "remainder", _("remainder from paper")

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    first_dealer = models.PositiveSmallIntegerField(default=1, help_text=_("seat number of the first dealer"))
    paper = models.CharField(max_length=9, choices=Paper.choices, default=Paper.NONE, blank=True)
    #: The secret part of the table's link, and what may be typed instead of it. Good while the round is open.
    token = models.CharField(max_length=TOKEN_LENGTH, unique=True, default=new_token)
    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["round", "number"], name="table_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="table_number_from_one"),
            models.CheckConstraint(condition=Q(first_dealer__range=(1, 5)), name="table_first_dealer_is_a_seat"),
            models.CheckConstraint(condition=Q(paper__in=["", "totals", "remainder"]), name="table_paper"),
        )

    def __str__(self) -> str:
        return f"{self.round}/{self.number}"

    def seated(self) -> QuerySet[Seat]:
        """The seats in playing order, with their players."""
        return self.seats.select_related("player").order_by("number")


class Seat(models.Model):
    """Who sits where, and what the round brought them.

    `table_points`, `place` and `tournament_points` are the official numbers, written when the
    round is closed and taken away when it is reopened. A table where nothing was played has
    no places. `round` repeats the table's round, so that the database itself refuses a
    player at two tables of one round.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="seats")
    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.RESTRICT, related_name="seats")
    #: Does this player keep this table when the round is drawn again?
    locked = models.BooleanField(default=False)
    #: Who plays on in the player's place; the points stay the seat's.
    substitute = models.CharField(max_length=NAME_LENGTH, blank=True)
    paper_points = ExactField(null=True, blank=True)
    table_points = ExactField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    tournament_points = ExactField(null=True, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["table", "number"], name="seat_number_once"),
            models.UniqueConstraint(fields=["round", "player"], name="seat_player_once_a_round"),
            models.CheckConstraint(condition=Q(number__range=(1, 5)), name="seat_number_range"),
            models.CheckConstraint(
                condition=Q(table_points__isnull=True, tournament_points__isnull=True, place__isnull=True)
                | Q(table_points__isnull=False, tournament_points__isnull=False),
                name="seat_official_numbers_together",
            ),
            models.CheckConstraint(condition=Q(place__isnull=True) | Q(place__range=(1, 5)), name="seat_place_range"),
        )

    def __str__(self) -> str:
        return f"{self.table}: {self.player}"
