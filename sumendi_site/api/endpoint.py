"""One address of the API."""

from collections.abc import Mapping
from typing import Any, ClassVar, cast

from django.http import HttpResponse
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from sumendi_site.accounts.models import User
from sumendi_site.accounts.tokens import ApiToken, Scope

from .authentication import TokenAuthentication
from .throttles import PerMinute


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
    it can be asked."""

    scopes: ClassVar[Mapping[str, Scope]] = {}
    may_need: ClassVar[Scope | None] = None
    authentication_classes = (TokenAuthentication,)
    throttle_classes = (PerMinute,)
    permission_classes = (HasScope,)

    @property
    def default_response_headers(self) -> dict[str, str]:
        """Whatever is answered, somebody with another token may be answered something else."""
        headers = super().default_response_headers
        kinds = headers.get("Vary")
        return {**headers, "Vary": f"{kinds}, Authorization" if kinds else "Authorization"}

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
