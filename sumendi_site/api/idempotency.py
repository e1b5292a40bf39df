"""Creating once, however often it is asked for: the header ``Idempotency-Key``.

The key becomes a part of what is created, in a column with a unique constraint. So nothing has to
be remembered beside it, and a process that dies in between doubles nothing.
"""

import uuid
from http import HTTPStatus

from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from sumendi_site.accounts.models import User
from sumendi_site.refusals import Refusal

HEADER = "Idempotency-Key"
SHORTEST, LONGEST = 8, 64

PARAMETER = OpenApiParameter(
    name=HEADER,
    type={"type": "string", "minLength": SHORTEST, "maxLength": LONGEST, "pattern": "^[!-~]+$"},
    location=OpenApiParameter.HEADER,
    description="Yours to choose; the same key again gives what was created first.",
)


class KeyReused(Refusal):
    code = "idempotency_key_reused"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = "You have used this idempotency key for something else."


def key_for(request: Request, user: User, what: str) -> uuid.UUID:
    """The key under which to create a `what`: the caller's own, made unique among all callers,
    or a new one if none was sent."""
    sent = request.headers.get(HEADER)
    if sent is None:
        return uuid.uuid4()
    visible = sent.isascii() and sent.isprintable() and " " not in sent
    if not visible or not SHORTEST <= len(sent) <= LONGEST:
        sentence = f"It has {SHORTEST} to {LONGEST} visible ASCII characters."
        raise ValidationError({HEADER: [sentence]})
    return uuid.uuid5(uuid.NAMESPACE_OID, f"{user.pk}:{what}:{sent}")
