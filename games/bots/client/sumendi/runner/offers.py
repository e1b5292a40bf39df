"""The part of the runner that agrees on games: answers challenges, keeps seeks open."""

import logging
import time
from contextlib import suppress

from ..client import ApiError, Client, ClientError
from ..client.payloads import Offer
from ..client.waiting import LONGEST_ASKED
from .policy import Policy, Terms

logger = logging.getLogger(__name__)

REFUSED_SEEK = 60.0
"""Seconds after a refused seek before the next attempt."""


class Offers:
    """Challenges beyond the policy are declined; while there is no room for another game, the
    others are left open."""

    def __init__(self, site: Client, name: str, policy: Policy) -> None:
        self._site = site
        self._name = name
        self._policy = policy
        self._seeks: dict[Terms, int] | None = None
        self._seek_from = 0.0

    def tend(self, running: int) -> None:
        """`running` games are going on. Raises ClientError."""
        running = self._answer_challenges(running)
        self._keep_seeks(running)

    def withdraw(self) -> None:
        """Take back the seeks: nobody would play the games that come of them."""
        seeks = self._seeks or {}
        for terms, seek in list(seeks.items()):
            with suppress(ClientError):
                self._site.seeks.withdraw(seek)
                del seeks[terms]

    def _answer_challenges(self, running: int) -> int:
        for offer in list(self._site.challenges.list()):
            if offer["creator"]["name"] == self._name or offer["status"] != "open":
                continue
            try:
                running += self._answer(offer, running)
            except ApiError as error:  # withdrawn meanwhile, say
                if error.retry_after is not None:
                    raise
                logger.info("Challenge %s: %s", offer["id"], error)
        return running

    def _answer(self, offer: Offer, running: int) -> bool:
        """Whether a game began."""
        number, who = offer["id"], offer["creator"]["name"]
        if not self._policy.wants(offer):
            self._site.challenges.decline(number)
            logger.info("Declined the challenge of %s (%s).", who, Terms.of(offer))
        elif running < self._policy.games:
            game = self._site.challenges.accept(number)
            logger.info("Game %s: accepted the challenge of %s.", game["id"], who)
            return True
        return False

    def _keep_seeks(self, running: int) -> None:
        if not self._policy.seeks or time.monotonic() < self._seek_from:
            return
        seeks = self._still_open()
        for terms in dict.fromkeys(self._policy.seeks):
            if terms not in seeks and running + len(seeks) < self._policy.games:
                try:
                    seeks[terms] = self._create(terms)
                except ApiError as error:
                    wait = max(REFUSED_SEEK, min(error.retry_after or 0.0, LONGEST_ASKED))
                    self._seek_from = time.monotonic() + wait
                    logger.warning("No seek for %.0f s: %s", wait, error)
                    return

    def _create(self, terms: Terms) -> int:
        offer = self._site.seeks.create(terms.size, terms.time_control, rated=terms.rated)
        logger.info("Looking for a game: %s.", terms)
        return offer["id"]

    def _still_open(self) -> dict[Terms, int]:
        """This bot's seeks; at first also those that an earlier run left."""
        if self._seeks is None:
            mine = [o for o in self._site.seeks.list() if o["creator"]["name"] == self._name]
            self._seeks = {Terms.of(offer): offer["id"] for offer in mine}
            return self._seeks
        for terms, number in list(self._seeks.items()):
            if not self._is_open(number):
                del self._seeks[terms]
        return self._seeks

    def _is_open(self, number: int) -> bool:
        try:
            return self._site.seeks.get(number)["status"] == "open"
        except ApiError as error:
            if error.status == 404:
                return False
            raise
