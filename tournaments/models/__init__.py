from .ladder import LadderBeat, LadderGame

__all__ = ["LadderBeat", "LadderGame"]
