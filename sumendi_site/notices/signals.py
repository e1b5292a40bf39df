"""What other apps may want to know."""

from django.dispatch import Signal

hours_changed = Signal()
"""A player has chosen other hours for warnings; sent with `user` and `hours`, in the
transaction."""
