"""Reading what is sent: JSON alone, and no field that means nothing."""

from collections.abc import Mapping
from typing import Any, TypeVar

from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.serializers import Serializer

UNKNOWN = "There is no such field here."

Into = TypeVar("Into", bound="Strict")


class SafeJSONParser(JSONParser):
    """Refuses what is nested so deeply that it cannot be read."""

    def parse(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().parse(*args, **kwargs)
        except RecursionError as error:
            raise ParseError("The JSON is nested too deeply.") from error


class Strict(Serializer[Any]):
    """A body or a query of which every field is known: a misspelt one is an error."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping) and (unknown := set(data) - set(self.fields)):
            raise ValidationError({str(name): [UNKNOWN] for name in sorted(unknown, key=str)})
        return super().to_internal_value(data)


def body(kind: type[Into], request: Request) -> dict[str, Any]:
    """What was sent, read as `kind`. Raises ValidationError."""
    return _read(kind(data=request.data))


def query(kind: type[Into], request: Request) -> dict[str, Any]:
    """The part of the address behind the question mark, read as `kind`. Raises ValidationError."""
    return _read(kind(data=request.query_params.dict()))


def _read(form: Serializer[Any]) -> dict[str, Any]:
    form.is_valid(raise_exception=True)
    read: dict[str, Any] = form.validated_data
    return read
