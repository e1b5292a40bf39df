from typing import ClassVar

from django.db import models


class LiveEvent(models.Model):
    """Something that happened and that open pages want to know: durable, so that a page that
    was away can ask for all that came after the last event it saw."""

    topic = models.CharField(max_length=60)
    kind = models.CharField(max_length=30)
    data = models.JSONField(default=dict)
    created = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["topic", "id"], name="live_topic")]

    def __str__(self) -> str:
        return f"{self.id} {self.kind} on {self.topic}"
