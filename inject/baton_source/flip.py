"""Negates the assertions of a test file, to learn whether its tests reach them (verification.md, R5)."""

import ast

from .assertions import Assertion, call_of, find_assertions, is_assertion_call, is_failing, is_raises
from .strength import is_constant
from .syntax import children, last_name, walk
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


# No handler for errors catches it.
UNTOUCHABLE = 'raise type("BatonCaught", (BaseException,), {})("baton: caught")'
GUARDS = (ast.For, ast.AsyncFor, ast.While, ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def flip_assertions(source, which=None):
    """
    Tests and the helpers they call; fixtures and set-up stay, a failure there would be no answer. `guarded`: only what tests
    themselves assert behind something that may lead past it.
    """
    if which == "caught":
        return _without_caught(source)
    tests = collect(source)
    helpers = Helpers(source, tests)
    functions = {id(function): function for test in tests for function in helpers.reached(test)}
    flipped = {}
    for function in functions.values():
        guarded = _guarded(function) if which == "guarded" else None
        if guarded is not None:
            flipped.update((id(assertion.node), assertion) for assertion in _behind_raises(function, helpers.functions))
        for assertion in find_assertions(function, helpers.functions, helpers.constants):
            if guarded is not None and id(assertion.node) not in guarded:
                continue
            if assertion.strength > 0 and id(assertion.node) not in flipped:
                flipped[id(assertion.node)] = assertion
    for assertion in flipped.values():
        NEGATIONS[assertion.form](source, assertion.node)
    return {"text": source.edited(), "flipped": len(flipped)}


def _without_caught(source):
    """`try: f(); self.fail()` with handlers: what fails by hand there."""
    failing = [
        statement
        for node in walk(source.tree)
        if isinstance(node, ast.Try) and node.handlers
        for statement in node.body
        if is_failing(statement) or isinstance(statement, ast.Assert) and is_constant(statement.test)
    ]
    for statement in failing:
        source.replace(source.start(statement), source.end(statement), UNTOUCHABLE)
    return {"text": source.edited(), "flipped": len(failing)}


def _behind_raises(function, helpers):
    """Assertions in a block that is expected to raise: what raises before them leads past them."""
    for node in walk(function):
        if isinstance(node, (ast.With, ast.AsyncWith)) and any(is_raises(item.context_expr) for item in node.items):
            for statement in node.body[1:]:
                call = call_of(statement)
                if isinstance(statement, ast.Assert):
                    yield Assertion("assert", statement, 1, 1)
                elif call is not None and is_assertion_call(call, helpers):
                    yield Assertion("call", statement, 1, 1)


def _is_guard(node):
    if isinstance(node, (ast.With, ast.AsyncWith)):
        calls = [item.context_expr for item in node.items if isinstance(item.context_expr, ast.Call)]
        return any(is_raises(call) or last_name(call.func) == "suppress" for call in calls)
    return isinstance(node, GUARDS) or isinstance(node, ast.Try) and bool(node.handlers)


def _guarded(function):
    """What stands in a function behind a guard. A branch is none: what it asks for may well be elsewhere."""
    found = set()

    def look(node, is_guarded):
        for child in children(node):
            if is_guarded:
                found.add(id(child))
            look(child, is_guarded or _is_guard(child))

    look(function, False)
    return found


def _negate(source, expression):
    source.insert(source.keyword(expression), "(not (")
    source.insert(source.end(expression), "))")


def _flip_call(source, statement):
    """The opposite where there is one; else a failure that is reached only when the assertion held."""
    if not _to_opposite(source, call_of(statement)):
        source.insert(source.end(statement), "; " + FAIL)


def _flip_given(source, call):
    if not _to_opposite(source, call):
        source.insert(source.start(call), "(")
        source.insert(source.end(call), ', (_ for _ in ()).throw(AssertionError("baton flip")))')


def _to_opposite(source, call):
    opposite = OPPOSITES.get(last_name(call.func))
    if opposite is None or not isinstance(call.func, ast.Attribute):
        return False
    end = source.end(call.func)
    source.replace(end - len(call.func.attr.encode("utf-8")), end, opposite)
    return True


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
    "given": _flip_given,
    "with": _flip_with,
    "rescue": _flip_rescue,
}
