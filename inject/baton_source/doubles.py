"""Where code asks whether what it is given comes from a test: a double, a function of a test module, pytest's own folder."""

import ast
import re

from .syntax import text_of, walk

OF_DOUBLES = re.compile(r"^(assert_(not_)?(called|awaited)\w*|assert_(any|has)_(calls?|awaits?)|(mock|method)_calls|(call|await)_args_list|_mock_\w+)$")
DOUBLES = {"Mock", "MagicMock", "AsyncMock", "NonCallableMock"}
ORIGINS = {"__module__", "__qualname__", "co_filename"}
OF_TESTS = re.compile(r"^_?tests?([_./]|$)|[_./]tests?([_./]|$)|conftest")
RUNNER_FOLDER = re.compile(r"\bpytest-(of\b|\d)")


def asks_of_double(node):
    """`hasattr(send, "mock_calls")`, `send.call_args_list`, `type(send).__name__ == "Mock"`"""
    if isinstance(node, ast.Attribute):
        return isinstance(node.ctx, ast.Load) and bool(OF_DOUBLES.match(node.attr))
    if isinstance(node, ast.Compare):
        sides = [side for part in [node.left] + node.comparators for side in getattr(part, "elts", [part])]
        return any(text_of(side) in DOUBLES for side in sides)
    return isinstance(node, ast.Call) and any(OF_DOUBLES.match(text_of(part) or "") for part in node.args)


def asks_of_origin(node, texts):
    """`call.__module__.startswith("test")`, given the texts in a comparison or a call."""
    attributes = {part.attr for part in walk(node) if isinstance(part, ast.Attribute)}
    return bool((attributes | texts) & ORIGINS) and any(map(OF_TESTS.search, texts - ORIGINS))
