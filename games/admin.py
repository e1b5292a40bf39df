"""Games, offers and results to look at. Only services write them, so nothing is edited here."""

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from games.models import (
    BotRun,
    BotTurn,
    BotVersion,
    Bout,
    Game,
    Move,
    Offer,
    ResultEvent,
    SandboxReport,
    Scrimmage,
)


class ReadOnly:
    """No adding, changing or deleting, whoever looks."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class MoveInline(ReadOnly, admin.TabularInline[Move, Game]):
    model = Move
    fields = ("ply", "player", "text", "made", "seconds")
    extra = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[Move]:
        return super().get_queryset(request).select_related("player")


@admin.register(Game)
class GameAdmin(ReadOnly, admin.ModelAdmin[Game]):
    list_display = (
        "id",
        "first",
        "second",
        "size",
        "rated",
        "status",
        "ply_count",
        "to_move",
        "deadline",
        "result",
        "termination",
    )
    list_filter = ("status", "size", "rated", "termination", "created")
    list_select_related = ("first", "second", "to_move")
    search_fields = ("first__username", "second__username", "event_label")
    date_hierarchy = "created"
    inlines = (MoveInline,)


@admin.register(Offer)
class OfferAdmin(ReadOnly, admin.ModelAdmin[Offer]):
    list_display = (
        "id",
        "creator",
        "opponent",
        "size",
        "rated",
        "seat",
        "time_control",
        "status",
        "created",
    )
    list_filter = ("status", "size", "rated")
    list_select_related = ("creator", "opponent")
    search_fields = ("creator__username", "opponent__username")


@admin.register(ResultEvent)
class ResultEventAdmin(ReadOnly, admin.ModelAdmin[ResultEvent]):
    list_display = ("number", "game", "kind", "black", "white", "result", "termination")
    list_filter = ("kind", "result", "termination")
    list_select_related = ("game__first", "game__second", "black", "white")
    search_fields = ("black__username", "white__username")


@admin.register(BotVersion)
class BotVersionAdmin(ReadOnly, admin.ModelAdmin[BotVersion]):
    """Without the packages, which may be large."""

    list_display = ("bot", "number", "state", "file_name", "uploaded", "went_live")
    list_filter = ("state", "uploaded")
    list_select_related = ("bot__account",)
    search_fields = ("bot__account__username",)
    exclude = ("package",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[BotVersion]:
        return super().get_queryset(request).select_related("bot__account").defer("package")


class BotRunInline(ReadOnly, admin.TabularInline[BotRun, BotTurn]):
    model = BotRun
    fields = ("started", "cpu", "wall", "memory", "answer", "fault", "detail")
    extra = 0


@admin.register(BotTurn)
class BotTurnAdmin(ReadOnly, admin.ModelAdmin[BotTurn]):
    list_display = ("id", "game_id", "bout_id", "ply", "owner", "rank", "state", "created")
    list_filter = ("state", "rank")
    list_select_related = ("owner",)
    raw_id_fields = ("game", "bout", "version")
    search_fields = ("owner__username",)
    inlines = (BotRunInline,)


@admin.register(Scrimmage)
class ScrimmageAdmin(ReadOnly, admin.ModelAdmin[Scrimmage]):
    list_display = ("id", "asker", "size", "created")
    list_select_related = ("asker",)
    raw_id_fields = ("mine", "theirs")
    search_fields = ("asker__username",)


@admin.register(Bout)
class BoutAdmin(ReadOnly, admin.ModelAdmin[Bout]):
    list_display = ("id", "scrimmage_id", "check_of_id", "number", "size", "status", "result")
    list_filter = ("status", "termination")
    raw_id_fields = ("check_of", "scrimmage", "first", "second")


@admin.register(SandboxReport)
class SandboxReportAdmin(ReadOnly, admin.ModelAdmin[SandboxReport]):
    list_display = ("worker", "kind", "seen", "why")
