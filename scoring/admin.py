"""For the technician: a look at the rows, and the accounts' roles. Everything else is written by the services."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import HttpRequest

from scoring.models import AuditEntry, Deal, DealRevision, Membership, Player, Round, Table, Tournament

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
else:
    ModelAdmin, TabularInline = admin.ModelAdmin, admin.TabularInline


class ReadOnlyAdmin(ModelAdmin):
    """Shows rows and changes none: a write past the services would leave no trace."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Tournament)
class TournamentAdmin(ReadOnlyAdmin):
    list_display = ("name", "slug", "date", "ruleset_id", "state", "revision")
    list_filter = ("state", "ruleset_id")
    search_fields = ("name", "slug")


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    list_display = ("number", "name", "club", "tournament", "withdrawn_after")
    list_filter = ("tournament",)
    list_select_related = ("tournament",)
    search_fields = ("name",)


@admin.register(Round)
class RoundAdmin(ReadOnlyAdmin):
    list_display = ("tournament", "number", "closed_at")
    list_select_related = ("tournament",)


@admin.register(Table)
class TableAdmin(ReadOnlyAdmin):
    list_display = ("round", "number", "first_dealer", "paper")
    list_select_related = ("round__tournament",)


class RevisionInline(TabularInline):
    model = DealRevision
    fields = ("number", "created_at", "actor", "reason", "record")
    readonly_fields = fields
    extra = 0
    can_delete = False


@admin.register(Deal)
class DealAdmin(ReadOnlyAdmin):
    list_display = ("table", "position", "number", "outcome", "counted", "bika")
    list_select_related = ("table__round__tournament",)
    inlines = (RevisionInline,)


@admin.register(Membership)
class MembershipAdmin(ModelAdmin):
    list_display = ("user", "tournament", "role")
    list_select_related = ("user", "tournament")


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    list_display = ("at", "tournament", "actor", "action", "round", "table", "deal")
    list_filter = ("tournament", "action")
    list_select_related = ("tournament",)
