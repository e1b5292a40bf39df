"""What owners hear of their programs that run here, and operators of the sandbox."""

from django.urls import reverse

from games.models import Bot, BotVersion, VersionState
from sumendi_site.accounts.models import User
from sumendi_site.notices.kinds import Data, NoticeKind, Text
from sumendi_site.notices.notify import notify, notify_all


def tell_paused(bot: Bot) -> None:
    """Its owner, that the site has paused it."""
    assert bot.paused is not None  # noqa: S101  # the caller has just paused it
    assert bot.account.owner is not None  # noqa: S101  # every bot has one
    data = {"bot": str(bot), "why": bot.paused_why}
    key = f"bot_paused:{bot.pk}:{int(bot.paused.timestamp())}"
    notify(bot.account.owner, BOT_PAUSED.code, key, data)


def tell_version(version: BotVersion) -> None:
    """Its owner, how the check of a version has ended."""
    owner = version.bot.account.owner
    assert owner is not None  # noqa: S101  # every bot has one
    data = {
        "bot": str(version.bot),
        "version": version.number,
        "live": version.is_live,
        "paused": Bot.objects.filter(pk=version.bot_id, paused__isnull=False).exists(),
        "why": version.refusal,
    }
    kind = VERSION_REFUSED if version.state == VersionState.REFUSED else VERSION_READY
    notify(owner, kind.code, f"{kind.code}:{version.pk}", data)


def tell_outage(occasion: str, why: str) -> None:
    """The operators, that programs cannot be run through a fault of ours; once for each
    `occasion`."""
    operators = User.objects.moderators()
    data = {operator: {"why": why} for operator in operators.values_list("pk", flat=True)}
    notify_all(data, BOTS_OUTAGE.code, f"bots_outage:{occasion}")


def _write_paused(data: Data) -> Text:
    body = (
        f"{data['why']} The clocks of its games run meanwhile. Mend it and upload a new version, "
        "or let it play on."
    )
    return Text(f"{data['bot']} was paused", body, _workshop(data))


def _write_ready(data: Data) -> Text:
    body = "It plays from now on." if data["live"] else "A newer one is live already."
    if data["live"] and data.get("paused"):  # which older notices do not tell
        body = f"{data['bot']} is paused: it plays when you resume it."
    return Text(f"Version {data['version']} of {data['bot']} is ready", body, _workshop(data))


def _write_refused(data: Data) -> Text:
    title = f"Version {data['version']} of {data['bot']} was refused"
    url = reverse("bot-version", args=[data["bot"], data["version"]])
    return Text(title, data["why"], url)


def _workshop(data: Data) -> str:
    return reverse("bot-workshop", args=[data["bot"]])


def _write_outage(data: Data) -> Text:
    body = (
        f"Uploaded programs could not be run: {data['why']} Their turns are tried again and their "
        "clocks wait. The log says more."
    )
    return Text("Bots cannot be run", body, reverse("bots"))


BOT_PAUSED = NoticeKind(
    code="bot_paused",
    label="A bot is paused",
    meaning="A program of yours failed so often that it does not play any more.",
    write=_write_paused,
)
VERSION_READY = NoticeKind(
    code="version_ready",
    label="A version is ready",
    meaning="A program that you uploaded has passed its check.",
    write=_write_ready,
)
VERSION_REFUSED = NoticeKind(
    code="version_refused",
    label="A version is refused",
    meaning="A program that you uploaded has failed its check.",
    write=_write_refused,
)
BOTS_OUTAGE = NoticeKind(
    code="bots_outage",
    label="Bots cannot be run",
    meaning="A fault of the site keeps uploaded programs from playing.",
    write=_write_outage,
    staff_only=True,
)
KINDS = (VERSION_READY, VERSION_REFUSED, BOT_PAUSED, BOTS_OUTAGE)
