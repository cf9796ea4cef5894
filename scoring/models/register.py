"""The register of players, across all cups."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from scoring.models.tournament import NAME_LENGTH


class Person(models.Model):
    """Somebody who plays in cups: `Player` is their entry in one of them.

    Two people may have one name; then club or town tell them apart.
    """

    name = models.CharField(max_length=NAME_LENGTH)
    club = models.CharField(max_length=NAME_LENGTH, blank=True)
    town = models.CharField(max_length=NAME_LENGTH, blank=True)

    class Meta:
        ordering = ("name", "club", "town", "pk")
        verbose_name_plural = "people"
        constraints = (
            models.UniqueConstraint(fields=["name", "club", "town"], name="person_once"),
            models.CheckConstraint(condition=~Q(name=""), name="person_has_name"),
        )

    def __str__(self) -> str:
        return self.name
