"""What comes of a cup, and of the cups of a year."""

from __future__ import annotations

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.models.tournament import NAME_LENGTH, SLUG_LENGTH, SLUG_PATTERN, Tournament


class Prize(models.Model):
    """What a place of the final standings wins, or who caught the XXI most often (`place` is null).

    Either forints or a thing, or both. Who share a rank share the money of the places they hold.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="prizes")
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    amount = models.PositiveIntegerField(null=True, blank=True)
    text = models.CharField(max_length=NAME_LENGTH, blank=True)

    class Meta:
        ordering = (models.F("place").asc(nulls_last=True), "pk")
        constraints = (
            models.UniqueConstraint(fields=["tournament", "place"], name="prize_place_once"),
            models.UniqueConstraint(fields=["tournament"], condition=Q(place__isnull=True), name="prize_xxi_once"),
            models.CheckConstraint(condition=Q(place__isnull=True) | Q(place__gte=1), name="prize_place_from_one"),
            models.CheckConstraint(condition=Q(amount__isnull=False) | ~Q(text=""), name="prize_is_something"),
        )

    def __str__(self) -> str:
        return f"{self.tournament}: {self.place or 'XXI'}"


class Series(models.Model):
    """Cups with a table of their own, such as those of a year: each player's best `counted` of them."""

    class By(models.TextChoices):
        POINTS = "tournament-points", _("by tournament points")
        PLACES = "places", _("by places")

    slug = models.CharField(max_length=SLUG_LENGTH, unique=True, validators=[RegexValidator(SLUG_PATTERN)])
    name = models.CharField(max_length=NAME_LENGTH)
    by = models.CharField(max_length=17, choices=By.choices, default=By.POINTS)
    #: So many of a player's best cups count; null: all.
    counted = models.PositiveSmallIntegerField(null=True, blank=True)
    is_public = models.BooleanField(default=False)
    cups = models.ManyToManyField(Tournament, related_name="series", blank=True)
    organisers = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="series", blank=True)
    #: Goes up with every write of the series itself; its page depends on its cups' revisions, too.
    revision = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-created_at", "slug")
        verbose_name_plural = "series"
        constraints = (
            models.CheckConstraint(condition=~Q(name=""), name="series_has_name"),
            models.CheckConstraint(condition=Q(counted__isnull=True) | Q(counted__gte=1), name="series_counts_some"),
            models.CheckConstraint(condition=Q(by__in=["tournament-points", "places"]), name="series_by"),
        )

    def __str__(self) -> str:
        return self.name
