"""How many values an exact assertion pins down at once: `== (0, "800", "")` says as much as three assertions."""

import ast

from .assertions import call_of
from .strength import equality_strength, is_constant
from .syntax import last_name

LISTS = (ast.Tuple, ast.List, ast.Set)


def spare_of(node, names):
    """How many more than one."""
    sides = [names.value(side) for side in _compared(node)]
    if len(sides) == 2 and all(isinstance(side, LISTS) for side in sides):
        # `(total(cart), 7) == (12, 7)` says one thing.
        pairs = list(zip(sides[0].elts, sides[1].elts))
        told = [pair for pair in pairs if not all(map(is_constant, pair)) and equality_strength(*pair, names=names) == 3]
        return max(1, len(told)) - 1
    return max([_values_in(side) for side in sides] + [1]) - 1


def _compared(node):
    if isinstance(node, ast.Assert):
        return [node.test.left] + node.test.comparators if isinstance(node.test, ast.Compare) else []
    call = call_of(node)
    return [] if call is None else call.args[:2]


def _values_in(side):
    if isinstance(side, LISTS):
        return len(side.elts)
    if isinstance(side, ast.Dict):
        return len(side.keys)
    # A record that is made: `Result(0, out="800")`.
    made = isinstance(side, ast.Call) and last_name(side.func)[:1].isupper()
    return len(side.args) + len(side.keywords) if made else 1
