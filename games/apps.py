from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games.bot_notices import KINDS as KINDS_OF_BOTS
        from games.bots import checks  # noqa: F401  (registers it)
        from games.consistency import add_check
        from games.exports import EXPORTERS, LEFT_OUT
        from games.fair_notices import KINDS as KINDS_OF_FAIR_PLAY
        from games.models import Exploration
        from games.notices import KINDS
        from games.services.archive import contradictions
        from games.services.clock_warnings import replan_warnings
        from games.services.farewell import FAREWELL
        from sumendi_site.accounts import deletion, exporters, told_names
        from sumendi_site.live.models import LiveEvent
        from sumendi_site.notices.kinds import register
        from sumendi_site.notices.signals import hours_changed

        add_check(contradictions, "archived positions")
        exporters.register(*EXPORTERS)
        exporters.leave_out(LEFT_OUT)
        deletion.register(self.label, FAREWELL)
        told_names.register(self.label, LiveEvent.objects.all)
        told_names.register_titles(self.label, Exploration.objects.all)
        register(*KINDS, *KINDS_OF_BOTS, *KINDS_OF_FAIR_PLAY)
        hours_changed.connect(replan_warnings, dispatch_uid="games.replan_warnings")
