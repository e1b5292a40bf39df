"""What players hear of moderators, and moderators of players."""

from datetime import datetime

from django.urls import reverse
from django.utils import timezone

from games.models import Report
from sumendi_site.accounts.models import User
from sumendi_site.accounts.sanctions import Appeal, Sanction, SanctionKind
from sumendi_site.notices.kinds import Data, NoticeKind, Text
from sumendi_site.notices.models import Notice
from sumendi_site.notices.notify import notify, notify_all

QUEUE = "moderation"
"""What notices for moderators are about: the page of what waits for them shows them."""
STANDING = "standing"
"""What notices of moderators' acts are about: the page where the person reads them."""


def tell_sanction(act: Sanction) -> None:
    """The person, or who answers for the bot."""
    reader = act.person.owner or act.person
    data = {
        "kind": act.kind,
        "reason": act.reason,
        "until": _day(act.until, reader),
        "former": act.former_name,
    }
    notify(reader, SANCTION.code, f"sanction:{act.pk}", data, STANDING)


def tell_lifted(act: Sanction) -> None:
    reader = act.person.owner or act.person
    data = {"kind": act.kind, "why": act.lifted_why}
    notify(reader, SANCTION_LIFTED.code, f"lifted:{act.pk}", data, STANDING)


def tell_appeal_answered(appeal: Appeal) -> None:
    reader = appeal.sanction.person.owner or appeal.sanction.person
    data = {"kind": appeal.sanction.kind, "granted": appeal.granted, "answer": appeal.answer}
    notify(reader, APPEAL_ANSWERED.code, f"appeal:{appeal.pk}", data, STANDING)


def tell_report_closed(report: Report) -> None:
    """Its reporter; what was done to whom is between the moderators and that person."""
    if report.reporter is None:
        return
    data = {"person": str(report.person), "outcome": report.get_outcome_display()}
    notify(report.reporter, REPORT_CLOSED.code, f"report:{report.pk}", data)


def tell_moderators() -> None:
    """One notice stands for all that waits and that a moderator has not looked at yet."""
    moderators = User.objects.moderators()
    waiting = Notice.objects.filter(kind=MODERATION.code, about=QUEUE).unseen()
    told = moderators.exclude(pk__in=waiting.values("recipient"))
    data: dict[int, Data] = {pk: {} for pk in told.values_list("pk", flat=True)}
    notify_all(data, MODERATION.code, f"moderation:{timezone.now().timestamp():.6f}", QUEUE)


def _day(moment: datetime | None, reader: User) -> str:
    if moment is None:
        return ""
    local = moment.astimezone(reader.zone)
    return f"{local.day} {local:%B %Y}"


def _write_sanction(data: Data) -> Text:
    lasts = f"until {data['until']}" if data["until"] else "for good"
    title = {
        SanctionKind.WARNING: "A moderator has warned you",
        SanctionKind.MUTE: f"You cannot write here {lasts}",
        SanctionKind.BAN: f"Your account is banned {lasts}",
        SanctionKind.RENAME: f"The name {data['former']} was taken away",
    }[SanctionKind(data["kind"])]
    return Text(title, data["reason"], reverse("standing"))


def _write_lifted(data: Data) -> Text:
    what = SanctionKind(data["kind"]).label.lower()
    return Text(f"Lifted: your {what}", data["why"], reverse("standing"))


def _write_answered(data: Data) -> Text:
    said = "was granted" if data["granted"] else "was turned down"
    return Text(f"Your appeal {said}", data["answer"], reverse("standing"))


def _write_closed(data: Data) -> Text:
    title = f"Your report of {data['person']} was dealt with"
    return Text(title, data["outcome"], reverse("own-reports"))


def _write_moderation(data: Data) -> Text:
    return Text("Something waits for moderators", "A report or an appeal.", reverse("moderation"))


SANCTION = NoticeKind(
    code="sanction",
    label="A moderator's act",
    meaning="A moderator has warned you, or done something to your account.",
    write=_write_sanction,
    urgent=True,
)
SANCTION_LIFTED = NoticeKind(
    code="sanction_lifted",
    label="A moderator's act is lifted",
    meaning="What a moderator did to your account is over.",
    write=_write_lifted,
)
APPEAL_ANSWERED = NoticeKind(
    code="appeal_answered",
    label="Appeal answered",
    meaning="A moderator has answered your appeal.",
    write=_write_answered,
    urgent=True,
)
REPORT_CLOSED = NoticeKind(
    code="report_closed",
    label="Report dealt with",
    meaning="A moderator has dealt with something that you reported.",
    write=_write_closed,
)
MODERATION = NoticeKind(
    code="moderation",
    label="Reports and appeals",
    meaning="A report or an appeal waits for a moderator.",
    write=_write_moderation,
    staff_only=True,
)
KINDS = (SANCTION, SANCTION_LIFTED, APPEAL_ANSWERED, REPORT_CLOSED, MODERATION)
