"""How trees of variations are written and read."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.rules.tree import MAX_COMMENT, MAX_NODES


class TreeNodeSerializer(serializers.Serializer[Any]):
    """A ply in a tree of variations, and how it may go on."""

    text = serializers.CharField(help_text="A move; swap or keep where the side choice stands.")
    comment = serializers.CharField(
        required=False, allow_blank=True, help_text=f"At most {MAX_COMMENT:,} characters."
    )

    def get_fields(self) -> dict[str, Any]:
        children = TreeNodeSerializer(many=True, required=False)
        return {**super().get_fields(), "children": children}


class TreeSerializer(serializers.Serializer[Any]):
    """Variations from a position on."""

    start = serializers.CharField(help_text="The position, as it is on the board there.")
    children = TreeNodeSerializer(
        many=True, required=False, help_text=f"At most {MAX_NODES:,} moves in all."
    )


@extend_schema_field(TreeSerializer)
class TreeField(serializers.JSONField):
    """A tree as it was sent, to be read by the rules."""
