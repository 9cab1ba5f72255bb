"""Assertions that hold whatever the code does, since what they ask to be true always is."""

import ast

from .assertions import call_of
from .syntax import FUNCTIONS, last_name, walk

# What a double makes up when it is asked for it: it has no such method, and a child of a double is true.
MADE_UP = {
    "called_with", "called_once_with", "has_calls", "any_call", "not_called", "not_called_with", "has_awaits", "any_await",
    "awaited_with", "awaited_once_with", "not_awaited",
}  # fmt: skip
MAYBE_CALLED = {"called_once", "awaited_once"}
LAZY = {"filter", "map", "zip", "reversed"}


def own_methods(tree):
    return {node.name for node in walk(tree) if isinstance(node, FUNCTIONS)}


def is_void(statement, own):
    """`assert send.called_once_with(3)`, `send.assert_called_once`, `assert (a == b, "equal")`, `assert (x > 0 for x in rows)`."""
    if isinstance(statement, ast.Assert):
        return _is_always_true(statement.test, own)
    if not isinstance(statement, ast.Expr):
        return False
    value = statement.value
    if isinstance(value, ast.Attribute):
        return value.attr.startswith("assert_") and value.attr not in own
    call = call_of(statement)
    if call is None:
        return False
    if last_name(call.func) == "assertTrue" and call.args:
        return _is_always_true(call.args[0], own)
    return _is_made_up(call, own)


def _is_always_true(value, own):
    if isinstance(value, ast.Tuple):
        return bool(value.elts)
    if isinstance(value, (ast.GeneratorExp, ast.Lambda)):
        return True
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        return value.func.id in LAZY - own
    return _is_made_up(value, own)


def _is_made_up(value, own):
    called = isinstance(value, ast.Call)
    name = value.func if called else value
    if not isinstance(name, ast.Attribute) or name.attr in own:
        return False
    return name.attr in MADE_UP or called and name.attr in MAYBE_CALLED
