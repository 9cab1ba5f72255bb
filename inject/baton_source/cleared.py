"""Doubles whose calls are counted right after they were told to forget them: nothing is left to count."""

import ast

from .assertions import call_of, is_assertion_call
from .syntax import FUNCTIONS, last_name, walk

COUNTS = {"called", "call_count", "call_args", "call_args_list", "mock_calls", "method_calls", "await_count", "awaited"}

OF_DOUBLES = ("assert_not_", "assert_has_", "assert_any_", "assert_called", "assert_await")


def forgets(statement, clearing=frozenset()):
    call = call_of(statement)
    if call is None:
        return False
    owner = call.func.value if isinstance(call.func, ast.Attribute) else None
    own = owner is None or isinstance(owner, ast.Name) and owner.id == "self"
    return last_name(call.func) == "reset_mock" or own and last_name(call.func) in clearing


def clearing_functions(tree):
    """Functions whose last word is that doubles forget."""
    return {node.name for node in walk(tree) if isinstance(node, FUNCTIONS) and forgets(node.body[-1])}


def counts_cleared(node, clearing):
    """The lines of assertions in a block that count what was just forgotten, with nothing called in between."""
    for block in (getattr(node, name, None) for name in ("body", "orelse", "finalbody")):
        cleared = False
        for statement in block if isinstance(block, list) else ():
            if forgets(statement, clearing):
                cleared = True
            elif not _counts(statement):
                # To read or set an attribute may call it as well.
                cleared = False
            elif cleared:
                yield statement.lineno


def _counts(statement):
    """Asserts how often a double was called, and calls nothing else."""
    call = call_of(statement)
    if call is not None and last_name(call.func).startswith(OF_DOUBLES):
        return not any(isinstance(part, ast.Call) for argument in call.args for part in walk(argument))
    if isinstance(statement, ast.Assert):
        parts = [statement.test]
    else:
        parts = call.args if call is not None and is_assertion_call(call, ()) else []
    inside = [part for value in parts for part in walk(value)]
    counted = any(isinstance(part, ast.Attribute) and part.attr in COUNTS for part in inside)
    return counted and not any(isinstance(part, ast.Call) and last_name(part.func) not in ("len", "call") for part in inside)
