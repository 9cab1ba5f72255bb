"""Negates the assertions of a test file, to learn whether its tests reach them (verification.md, R5)."""

import ast

from .assertions import call_of, find_assertions
from .syntax import last_name
from .written_tests import Helpers, collect

OPPOSITES = {
    "assertEqual": "assertNotEqual",
    "assertEquals": "assertNotEqual",
    "assertTrue": "assertFalse",
    "assertIn": "assertNotIn",
    "assertIs": "assertIsNot",
    "assertIsNone": "assertIsNotNone",
    "assertGreater": "assertLessEqual",
    "assertLess": "assertGreaterEqual",
    "assertAlmostEqual": "assertNotAlmostEqual",
    "assertIsInstance": "assertNotIsInstance",
    "assertRegex": "assertNotRegex",
}
OPPOSITES.update({opposite: name for name, opposite in list(OPPOSITES.items()) if name != "assertEquals"})
FAIL = 'assert False, "baton flip"'


def flip_assertions(source):
    """Tests and the helpers they call; fixtures and set-up stay, a failure there would be no answer."""
    tests = collect(source)
    helpers = Helpers(source, tests)
    functions = {id(function): function for test in tests for function in helpers.reached(test)}
    flipped = {}
    for function in functions.values():
        for assertion in find_assertions(function, helpers.functions, helpers.constants):
            if assertion.strength > 0 and id(assertion.node) not in flipped:
                flipped[id(assertion.node)] = assertion
    for assertion in flipped.values():
        NEGATIONS[assertion.form](source, assertion.node)
    return {"text": source.edited(), "flipped": len(flipped)}


def _negate(source, expression):
    source.insert(source.keyword(expression), "(not (")
    source.insert(source.end(expression), "))")


def _flip_call(source, statement):
    """The opposite where there is one; else a failure that is reached only when the assertion held."""
    call = call_of(statement)
    opposite = OPPOSITES.get(last_name(call.func))
    if opposite is not None and isinstance(call.func, ast.Attribute):
        end = source.end(call.func)
        source.replace(end - len(call.func.attr.encode("utf-8")), end, opposite)
    else:
        source.insert(source.end(statement), "; " + FAIL)


def _flip_with(source, statement):
    """Reached only when the expected exception came: without it the block itself fails the test."""
    indentation = source.indentation(source.keyword(statement))
    if indentation is not None:
        source.insert_after_line(statement, indentation + FAIL)


def _flip_rescue(source, statement):
    for handler in statement.handlers:
        source.insert(source.start(handler.body[0]), _before(source, handler.body[0]))


def _before(source, statement):
    indentation = source.indentation(source.start(statement))
    return FAIL + ("; " if indentation is None else source.newline + indentation)


NEGATIONS = {
    "assert": lambda source, node: _negate(source, node.test),
    "branch": lambda source, node: _negate(source, node.test),
    "call": _flip_call,
    "with": _flip_with,
    "rescue": _flip_rescue,
}
