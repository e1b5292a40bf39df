"""One address of the API."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, cast

from django.http import HttpResponse
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import (
    AuthenticationFailed,
    NotAuthenticated,
    PermissionDenied,
    UnsupportedMediaType,
)
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from sumendi_site.accounts.models import User
from sumendi_site.accounts.tokens import ApiToken, Scope
from sumendi_site.requests import body_length

from .authentication import TokenAuthentication
from .throttles import PerMinute

WITH_BODY = ("POST", "PUT", "PATCH")


class ScopeMissing(PermissionDenied):
    default_code = "scope_missing"

    def __init__(self, scope: Scope) -> None:
        super().__init__(f"This needs a token with the scope {scope.value}.")


class HasScope(BasePermission):
    """The token is good for what the endpoint names for this method."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        method = "GET" if request.method == "HEAD" else request.method or ""
        scope = cast("Endpoint", view).scopes.get(method)
        if scope is not None:
            require(request, scope)
        return True


def require(request: Request, scope: Scope) -> None:
    """Raises NotAuthenticated or ScopeMissing unless the token is good for `scope`."""
    if not isinstance(request.auth, ApiToken):
        raise NotAuthenticated(f"This needs a token with the scope {scope.value}.")
    if not request.auth.is_good_for(scope):
        raise ScopeMissing(scope)


class Endpoint(APIView):
    """`scopes` names for each method what its token must be good for; a method that is not
    named there is open to everybody. `may_need` is a scope that an open one asks for some of what
    it can be asked. With `finds_by_body` the body, not only the address, names what may not be
    there; with `may_be_missing` it may not be there though nothing names it."""

    scopes: ClassVar[Mapping[str, Scope]] = {}
    may_need: ClassVar[Scope | None] = None
    finds_by_body: ClassVar[bool] = False
    may_be_missing: ClassVar[bool] = False
    authentication_classes: Sequence[type[BaseAuthentication]] = (TokenAuthentication,)
    throttle_classes = (PerMinute,)
    permission_classes = (HasScope,)

    @property
    def default_response_headers(self) -> dict[str, str]:
        """Whatever is answered, somebody with another token may be answered something else. What
        a token was sent for is kept by nobody in between."""
        headers = super().default_response_headers
        kinds = headers.get("Vary")
        headers["Vary"] = f"{kinds}, Authorization" if kinds else "Authorization"
        if "Authorization" in self.request.headers:
            headers["Cache-Control"] = "no-store"
        return headers

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """The framework counts a request after it has asked whose it is and whether they may:
        what is refused until then is counted here, or guessing would cost nothing."""
        try:
            super().initial(request, *args, **kwargs)
        except (AuthenticationFailed, NotAuthenticated, PermissionDenied):
            self.check_throttles(request)
            raise
        self._require_json(request)

    def _require_json(self, request: Request) -> None:
        """Also where nobody reads the body. Raises UnsupportedMediaType."""
        if request.method not in WITH_BODY or not body_length(request):
            return
        if self.get_content_negotiator().select_parser(request, self.get_parsers()) is None:
            raise UnsupportedMediaType(request.content_type)

    def options(  # type: ignore[override]
        self, request: Request, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """The header Allow tells all; the rest stands in the schema."""
        return HttpResponse(status=204)


def caller(request: Request) -> User:
    """The account whose token was sent, in a method that needs one."""
    return cast(User, request.user)


def caller_if_any(request: Request) -> User | None:
    """The account whose token was sent, where none is needed."""
    return request.user if isinstance(request.user, User) else None
