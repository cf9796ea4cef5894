"""What comes from the tables themselves: who confirmed and signed, and what was answered to which message."""

from __future__ import annotations

import secrets

from django.db import models

from scoring.fields import DocumentField

#: What a short code is made of: nothing that reads like something else.
CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CODE_LENGTH = 8
TOKEN_LENGTH = 32
KEY_LENGTH = 100


def new_token() -> str:
    """An unguessable part of an address: 192 random bits."""
    return secrets.token_urlsafe(TOKEN_LENGTH * 3 // 4)


def new_code() -> str:
    """A short code to type instead of the address: about 40 random bits."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


class RetiredToken(models.Model):
    """A link of a table that was renewed: kept, so that who still uses it is told so."""

    table = models.ForeignKey("Table", models.CASCADE, related_name="retired_tokens")
    token = models.CharField(max_length=TOKEN_LENGTH, unique=True)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.table}: until {self.at:%Y-%m-%d %H:%M}"


class Receipt(models.Model):
    """What a table was answered under a key of its own making: who sends the same again gets the same answer.

    Only what was written has one. `digest` tells the same message from another one under the same key.
    """

    table = models.ForeignKey("Table", models.CASCADE, related_name="receipts")
    key = models.CharField(max_length=KEY_LENGTH)
    digest = models.CharField(max_length=64)
    answer = DocumentField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["table", "key"], name="receipt_once_a_key"),)

    def __str__(self) -> str:
        return f"{self.table}: {self.key}"


class Confirmation(models.Model):
    """A second player agreed to one revision of a deal. Another revision is another matter."""

    revision = models.OneToOneField("DealRevision", models.CASCADE, related_name="confirmation")
    player = models.ForeignKey("Player", models.RESTRICT, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.revision}: {self.player}"


class Signature(models.Model):
    """A player agreed to the totals of the table; `totals` are table points by player number, both as text.

    It is worth nothing once the totals are others.
    """

    table = models.ForeignKey("Table", models.CASCADE, related_name="signatures")
    player = models.ForeignKey("Player", models.RESTRICT, related_name="+")
    totals = DocumentField()
    at = models.DateTimeField()

    class Meta:
        ordering = ("at",)
        constraints = (models.UniqueConstraint(fields=["table", "player"], name="signature_once_a_player"),)

    def __str__(self) -> str:
        return f"{self.table}: {self.player}"
