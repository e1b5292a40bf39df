"""What open pages of an event hear: that it has changed. What has, a page asks for, and is shown as
much of it as its reader may see."""

from sumendi_site.live.publish import publish


def topic(tournament_id: int) -> str:
    return f"tournament:{tournament_id}"


def tell_pages(tournament_id: int) -> None:
    """Open pages of the event look again, once the running transaction is committed."""
    publish(topic(tournament_id), "changed", {})
