"""Loops over what has to fail, that ask for the failure only where there is one."""

import ast

from .assertions import is_assertion_call, is_failing
from .syntax import FUNCTIONS, last_name, walk

LEAVES = (ast.Return, ast.Break, ast.Continue)
NOTES = {"append", "add", "update", "extend", "setdefault"}


def missing_errors(tree):
    """`for text, want in ROWS: try: parse(text) except Error as error: assert str(error) == want`: the lines of such a `try`."""
    found = set()
    for loop in walk(tree):
        if not isinstance(loop, (ast.For, ast.AsyncFor)):
            continue
        tries = [node for node in _own(loop.body) if isinstance(node, ast.Try)]
        found.update(node.lineno for node in tries if _is_content(node, loop, tries))
    return sorted(found)


def _own(statements):
    """What stands in statements, without functions and inner loops."""
    for statement in statements:
        yield statement
        if not isinstance(statement, FUNCTIONS + (ast.ClassDef, ast.For, ast.AsyncFor)):
            for field in ("body", "orelse", "finalbody"):
                yield from _own(getattr(statement, field, None) or ())
            for handler in getattr(statement, "handlers", ()):
                yield from _own(handler.body)


def _is_content(node, loop, tries):
    raises = any(isinstance(part, ast.Raise) for one in node.body for part in walk(one))
    if raises or node.orelse or node.finalbody or _asserts(node.body) or _leaves_word(node.body):
        return False
    if not any(map(_asks, node.handlers)) or any(_leaves_word(handler.body) for handler in node.handlers):
        return False
    inside = {part for one in tries for part in walk(one)}
    given = {part.id for one in node.body for part in walk(one) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    others = [part for one in loop.body for part in walk(one) if part not in inside]
    return not any(_is_assertion(part) or (isinstance(part, ast.Name) and part.id in given) for part in others)


def _asks(handler):
    named = handler.name is not None and any(
        isinstance(part, ast.Name) and part.id == handler.name for one in handler.body for part in walk(one)
    )
    return named and _asserts(handler.body)


def _asserts(statements):
    return any(_is_assertion(part) for one in statements for part in walk(one))


def _is_assertion(part):
    called = isinstance(part, ast.Call) and is_assertion_call(part, frozenset())
    return called or isinstance(part, ast.Assert) or is_failing(part)


def _leaves_word(statements):
    """It goes elsewhere, or notes something for later."""
    parts = [part for one in statements for part in walk(one)]
    stores = any(isinstance(part, (ast.AugAssign, ast.Attribute, ast.Subscript)) and _is_stored(part) for part in parts)
    calls = any(isinstance(part, ast.Call) and last_name(part.func) in NOTES for part in parts)
    names = any(isinstance(part, ast.Assign) and isinstance(part.value, ast.Constant) for part in parts)
    return stores or calls or names or any(isinstance(part, LEAVES) for part in parts)


def _is_stored(part):
    return isinstance(part, ast.AugAssign) or isinstance(part.ctx, ast.Store)
