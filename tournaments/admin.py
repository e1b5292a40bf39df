"""The ladder's games to look at. Only services write them, so nothing is edited here."""

from django.contrib import admin

from games.admin import ReadOnly
from tournaments.models import LadderGame


@admin.register(LadderGame)
class LadderGameAdmin(ReadOnly, admin.ModelAdmin[LadderGame]):
    list_display = ("game", "first", "second", "number", "sought_for", "seats", "created")
    list_filter = ("seats", "created")
    list_select_related = ("game__first", "game__second")
    search_fields = ("game__first__username", "game__second__username")
    date_hierarchy = "created"

    @admin.display(ordering="game__first__username")
    def first(self, row: LadderGame) -> str:
        return row.game.first.username

    @admin.display(ordering="game__second__username")
    def second(self, row: LadderGame) -> str:
        return row.game.second.username
