"""Machine instructions on 64-bit words that numba has no public name for."""

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

_UNDEFINED_FOR_ZERO = ir.IntType(1)(1)
OfWord = Callable[[Any], Any]


def _instruction(build: Callable[[Any, Any], Any]) -> OfWord:
    def define(_context: Any, word: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return build(builder, args[0])

        return types.int64(types.int64), generate

    return cast(OfWord, intrinsic(define))


popcount = _instruction(lambda builder, word: builder.ctpop(word))
"""How many bits of a word are set."""
lowest = _instruction(lambda builder, word: builder.cttz(word, _UNDEFINED_FOR_ZERO))
"""The number of the lowest set bit; the word must have one."""
leading = _instruction(lambda builder, word: builder.ctlz(word, _UNDEFINED_FOR_ZERO))
"""The number of zeros above the highest set bit; the word must have one."""
