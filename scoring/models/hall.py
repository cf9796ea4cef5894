"""What the hall is told while a round is played: its clock, and notices."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q

from scoring.models.tournament import Round, Tournament

NOTICE_LENGTH = 300


class RoundClock(models.Model):
    """How long a round may last, and how far it is. All in seconds.

    While it runs, `elapsed` is what had passed when it was last started, at `running_since`.
    """

    round = models.OneToOneField(Round, models.CASCADE, related_name="clock")
    length = models.PositiveIntegerField()
    #: So long before the end the hall is warned; 0: never.
    warning = models.PositiveIntegerField(default=0)
    elapsed = models.PositiveIntegerField(default=0)
    running_since = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (models.CheckConstraint(condition=Q(length__gte=1), name="clock_has_length"),)

    def __str__(self) -> str:
        return f"{self.round}: {self.length} s"

    @property
    def is_running(self) -> bool:
        """Does time pass?"""
        return self.running_since is not None

    @property
    def standing(self) -> int:
        """Seconds that were left when it was last started or halted; below zero when time was up."""
        return self.length - self.elapsed

    @property
    def warning_minutes(self) -> int:
        """So many minutes before the end the hall is warned."""
        return self.warning // 60

    @property
    def ends_at(self) -> datetime | None:
        """When time will be up; None while it stands."""
        if self.running_since is None:
            return None
        return self.running_since + timedelta(seconds=self.length - self.elapsed)

    def passed(self, now: datetime) -> int:
        """Seconds that have passed."""
        running = 0 if self.running_since is None else max(int((now - self.running_since).total_seconds()), 0)
        return self.elapsed + running

    def left(self, now: datetime) -> int:
        """Seconds that are left; below zero when time is up."""
        return self.length - self.passed(now)

    def halt(self, now: datetime) -> None:
        """Stands from now on; to be saved by whoever asked for it.

        What has run has run for a second at least: a clock at zero is told as one that was never started.
        """
        self.elapsed, self.running_since = max(self.passed(now), 1), None


class Notice(models.Model):
    """Something that all in the hall should know, until it is taken down."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="notices")
    text = models.CharField(max_length=NOTICE_LENGTH)
    at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-at", "-pk")
        constraints = (models.CheckConstraint(condition=~Q(text=""), name="notice_has_text"),)

    def __str__(self) -> str:
        return f"{self.tournament}: {self.text}"
