class CannotStartError(Exception):
    """The site cannot be started; the text says why in a sentence for the operator."""


class GaveUpError(Exception):
    """A part of the site kept ending; the text says which."""
