"""Reading what is sent: JSON alone, and no field that means nothing."""

import json
import re
from collections.abc import Mapping
from typing import IO, Any, NoReturn, TypeVar

from django.utils.http import parse_header_parameters
from rest_framework import serializers
from rest_framework.exceptions import ParseError, UnsupportedMediaType, ValidationError
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.serializers import Serializer

UNKNOWN = "There is no such field here."

Into = TypeVar("Into", bound="Strict")


class SafeJSONParser(JSONParser):
    """Reads JSON as RFC 8259 has it, in UTF-8. Refuses what two readers could understand in two
    ways: a name twice in one object, numbers that are none."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        _require_utf8(media_type or "")
        try:
            return json.loads(
                stream.read().decode(), object_pairs_hook=_object, parse_constant=_no_number
            )
        except RecursionError as error:
            raise ParseError("The JSON is nested too deeply.") from error
        except UnicodeDecodeError as error:
            raise ParseError("The JSON is not in UTF-8.") from error
        except ValueError as error:
            raise ParseError(f"This is no JSON: {error}.") from error


def _require_utf8(media_type: str) -> None:
    charset = parse_header_parameters(media_type)[1].get("charset", "utf-8")
    if charset.lower() != "utf-8":
        raise UnsupportedMediaType(media_type)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read: dict[str, Any] = {}
    for name, value in pairs:
        if name in read:
            raise ParseError(f"An object of this JSON has two members of the name {name}.")
        read[name] = value
    return read


def _no_number(word: str) -> NoReturn:
    raise ParseError(f"{word} is no number of JSON.")


Field = serializers.Field[Any, Any, Any, Any]

NO_NUMBER = "This must be a whole number, such as 5."
JSON_TYPES: tuple[tuple[type[Field], type, str], ...] = (
    (serializers.IntegerField, int, NO_NUMBER),
    (serializers.BooleanField, bool, "This must be true or false."),
    (serializers.CharField, str, "This must be a text."),
    (serializers.ChoiceField, str, "This must be a text."),
    (serializers.DateTimeField, str, "This must be a text."),
)
"""What fields take in a body. In a query everything is a text."""
NUMBER = re.compile("-?[0-9]+")
MOST_TOLD = 20


class Strict(Serializer[Any]):
    """A body or a query of which every field is known: a misspelt one is an error."""

    def get_fields(self) -> dict[str, Field]:
        """A refused choice is told with those that there are."""
        fields = super().get_fields()
        for field in fields.values():
            if isinstance(field, serializers.ChoiceField):
                choices = ", ".join(map(str, field.choices))
                field.error_messages["invalid_choice"] = f"Choose one of: {choices}."
        return fields

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            if unknown := sorted(set(data) - set(self.fields), key=str):
                raise ValidationError({str(name): [UNKNOWN] for name in unknown[:MOST_TOLD]})
            if self.context.get("is_json"):
                self._require_types(data)
            else:
                self._require_digits(data)
        return super().to_internal_value(data)

    def _require_types(self, data: Mapping[str, Any]) -> None:
        """The framework's fields would take "5" for a number, and a number for a text."""
        found = ((name, _wrong_type(self.fields[name], value)) for name, value in data.items())
        if wrong := {name: [sentence] for name, sentence in found if sentence}:
            raise ValidationError(wrong)

    def _require_digits(self, data: Mapping[str, str]) -> None:
        """In a query. Python would take 1_0 and the digits of all scripts for a number, too."""
        numbers = [name for name in data if isinstance(self.fields[name], serializers.IntegerField)]
        if wrong := [name for name in numbers if not NUMBER.fullmatch(data[name])]:
            raise ValidationError({name: [NO_NUMBER] for name in wrong})


def _wrong_type(field: Field, value: Any) -> str | None:
    if value is None:
        return None  # the field knows whether it may be
    if isinstance(field, serializers.ListField) and isinstance(value, list):
        return next(filter(None, (_wrong_type(field.child, one) for one in value)), None)
    for kind, of_json, sentence in JSON_TYPES:
        if isinstance(field, kind) and type(value) is not of_json:
            return sentence
    return None


def body(kind: type[Into], request: Request) -> dict[str, Any]:
    """What was sent, read as `kind`. Raises ValidationError."""
    return _read(kind(data=request.data, context={"is_json": True}))


def form(kind: type[Into], request: Request) -> dict[str, Any]:
    """A form with files, read as `kind`. Raises ValidationError."""
    return _read(kind(data=request.data))


def query(kind: type[Into], request: Request) -> dict[str, Any]:
    """The part of the address behind the question mark, read as `kind`. Raises ValidationError."""
    return _read(kind(data=request.query_params.dict()))


def _read(form: Serializer[Any]) -> dict[str, Any]:
    form.is_valid(raise_exception=True)
    read: dict[str, Any] = form.validated_data
    return read
