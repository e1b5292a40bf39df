"""Days in report files: written one way, read in the forms that are about."""

import re
from datetime import date

FORMS = (
    re.compile(r"(?P<year>\d{4})[/.-](?P<month>\d{1,2})[/.-](?P<day>\d{1,2})", re.ASCII),
    re.compile(r"(?P<day>\d{1,2})[/.-](?P<month>\d{1,2})[/.-](?P<year>\d{4})", re.ASCII),
    re.compile(r"(?P<year>\d{2})[/-](?P<month>\d{1,2})[/-](?P<day>\d{1,2})", re.ASCII),
    re.compile(r"(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{2})", re.ASCII),
)
CENTURY = 2000


def parse_day(text: str) -> date | None:
    """The day, or None if the text is in none of the known forms."""
    for form in FORMS:
        found = form.fullmatch(text)
        if found:
            year = int(found["year"])
            year += CENTURY if len(found["year"]) == 2 else 0
            try:
                return date(year, int(found["month"]), int(found["day"]))
            except ValueError:
                return None
    return None


def full(day: date) -> str:
    return f"{day.year:04}/{day.month:02}/{day.day:02}"


def short(day: date) -> str:
    return f"{day.year % 100:02}/{day.month:02}/{day.day:02}"
