"""Who did what, and when."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from scoring.fields import DocumentField
from scoring.models.tournament import Tournament


class AuditEntry(models.Model):
    """One thing that somebody did to a cup; written by the services, never changed."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="audit_entries")
    at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    #: Who it was, in words that outlive the account: a user, a player at a table, or a command.
    actor = models.CharField(max_length=200)
    #: The name of the service.
    action = models.CharField(max_length=40)
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    table = models.PositiveSmallIntegerField(null=True, blank=True)
    deal = models.PositiveSmallIntegerField(null=True, blank=True)
    details = DocumentField(default=dict)

    class Meta:
        ordering = ("-pk",)
        verbose_name_plural = "audit entries"

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.actor}: {self.action}"
