"""Finds the assertions of a function and says how much each pins down (`AssertionStrength` in src/schema/source.ts)."""

import ast

from .syntax import FUNCTIONS, dotted, fingerprint, last_name

EXACT_METHODS = {
    "assertEqual", "assertEquals", "assertIs", "assertIsNone", "assertAlmostEqual", "assertListEqual", "assertDictEqual",
    "assertSetEqual", "assertTupleEqual", "assertSequenceEqual", "assertMultiLineEqual", "assertCountEqual",
    "assertRaisesRegex", "assertWarnsRegex", "assertRedirects", "assertJSONEqual", "assertQuerySetEqual",
}  # fmt: skip
EXACT_MOCKS = {
    "assert_called_with", "assert_called_once_with", "assert_any_call", "assert_has_calls",
    "assert_awaited_with", "assert_awaited_once_with", "assert_any_await", "assert_has_awaits",
}  # fmt: skip
EXACT_FUNCTIONS = {"allclose", "array_equal", "isclose", "array_equiv", "equals", "cmp"}
PARTIAL_FUNCTIONS = {
    "isinstance", "issubclass", "all", "any", "startswith", "endswith", "match", "search", "fullmatch", "issubset",
    "issuperset", "isdisjoint",
}  # fmt: skip
RAISES = {
    "raises", "assertRaises", "assertRaisesRegex", "warns", "assertWarns", "assertWarnsRegex", "deprecated_call",
    "assertLogs", "assertNoLogs", "RaisesGroup", "assertRaisesMessage",
}  # fmt: skip
BROAD_EXCEPTIONS = {"Exception", "BaseException"}
SWALLOWING = BROAD_EXCEPTIONS | {"AssertionError"}
FAILING = {"fail"}
LOGGING = {"print", "debug", "info", "warning", "error", "exception", "log"}


class Assertion:
    """`form` says how to negate it: assert, call, with, branch (`if …: fail()`), rescue (`try …; fail()` and handlers)."""

    def __init__(self, form, node, strength):
        self.form = form
        self.node = node
        self.strength = strength


def is_raises(call):
    return isinstance(call, ast.Call) and last_name(call.func) in RAISES


def call_of(statement):
    """The call that an expression statement makes, also under `await`."""
    value = statement.value if isinstance(statement, ast.Expr) else None
    value = value.value if isinstance(value, ast.Await) else value
    return value if isinstance(value, ast.Call) else None


def is_failing(statement):
    if isinstance(statement, ast.Raise):
        return statement.exc is not None and last_name(statement.exc) == "AssertionError"
    call = call_of(statement)
    return call is not None and last_name(call.func) in FAILING


def is_assertion_call(call, helpers):
    name = last_name(call.func)
    if isinstance(call.func, ast.Name) and name in helpers:
        return False
    return is_raises(call) or name.startswith(("assert_", "assert")) and name not in ("assert_never", "assert_type")


def find_assertions(function, helpers=frozenset()):
    """In order of appearance, also of functions inside. `helpers` are functions whose own assertions count instead."""
    found = []
    _scan(function.body, found, helpers, swallowed=False)
    return found


def _scan(statements, found, helpers, swallowed):
    for statement in statements:
        if isinstance(statement, ast.Assert):
            found.append(Assertion("assert", statement, 0 if swallowed else strength_of(statement.test)))
        elif isinstance(statement, (ast.With, ast.AsyncWith)):
            _scan_with(statement, found, helpers, swallowed)
        elif isinstance(statement, ast.Try) or type(statement).__name__ == "TryStar":
            _scan_try(statement, found, helpers, swallowed)
        elif isinstance(statement, ast.If):
            if not statement.orelse and any(is_failing(inner) for inner in statement.body):
                found.append(Assertion("branch", statement, 0 if swallowed or is_constant(statement.test) else 2))
            _scan(statement.body, found, helpers, swallowed)
            _scan(statement.orelse, found, helpers, swallowed)
        elif isinstance(statement, (ast.For, ast.AsyncFor, ast.While)):
            _scan(statement.body, found, helpers, swallowed)
            _scan(statement.orelse, found, helpers, swallowed)
        elif isinstance(statement, FUNCTIONS + (ast.ClassDef,)):
            _scan(statement.body, found, helpers, swallowed)
        elif type(statement).__name__ == "Match":
            for case in statement.cases:
                _scan(case.body, found, helpers, swallowed)
        else:
            call = call_of(statement)
            if call is not None and is_assertion_call(call, helpers):
                found.append(Assertion("call", statement, 0 if swallowed else call_strength(call)))


def _scan_with(statement, found, helpers, swallowed):
    calls = [item.context_expr for item in statement.items]
    raising = [call for call in calls if is_raises(call)]
    if raising:
        found.append(Assertion("with", statement, 0 if swallowed else max(map(call_strength, raising))))
        return
    _scan(statement.body, found, helpers, swallowed or any(map(_suppresses, statement.items)))


def _scan_try(statement, found, helpers, swallowed):
    catching = any(_swallows(handler) for handler in statement.handlers)
    expects = any(is_failing(inner) for inner in statement.body + statement.orelse)
    if expects and statement.handlers:
        caught = catching and any(is_failing(inner) and not _passes_exception(inner) for inner in statement.body)
        found.append(Assertion("rescue", statement, 0 if swallowed or caught else 2))
    _scan(statement.body, found, helpers, swallowed or catching)
    for handler in statement.handlers:
        _scan(handler.body, found, helpers, swallowed)
    _scan(statement.orelse, found, helpers, swallowed)
    _scan(statement.finalbody, found, helpers, swallowed)


def _swallows(handler):
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    broad = any(kind is None or last_name(kind) in SWALLOWING for kind in kinds)
    speaks = any(isinstance(node, (ast.Raise, ast.Assert)) for part in handler.body for node in ast.walk(part))
    return broad and not speaks and not any(is_failing(inner) for inner in handler.body)


def swallows_assertion(statement):
    """`with suppress(AssertionError): assert …`, or an `except` that says nothing of it: nobody hears of a failure."""
    if isinstance(statement, ast.Try):
        if not any(_swallows(handler) and all(map(_is_silent, handler.body)) for handler in statement.handlers):
            return False
    elif not isinstance(statement, (ast.With, ast.AsyncWith)) or not any(map(_suppresses, statement.items)):
        return False
    found = []
    _scan(statement.body, found, frozenset(), swallowed=False)
    return any(assertion.form in ("assert", "call") for assertion in found)


def _suppresses(item):
    call = item.context_expr
    named = isinstance(call, ast.Call) and last_name(call.func) == "suppress"
    return named and any(last_name(argument) in SWALLOWING for argument in call.args)


def _is_silent(statement):
    if isinstance(statement, ast.Return):
        return statement.value is None or isinstance(statement.value, ast.Constant)
    if isinstance(statement, ast.Expr):
        call = call_of(statement)
        return isinstance(statement.value, ast.Constant) or (call is not None and last_name(call.func) in LOGGING)
    return isinstance(statement, (ast.Pass, ast.Continue, ast.Break))


def _passes_exception(statement):
    """pytest's own failure is no Exception: `except Exception` does not catch it."""
    call = call_of(statement)
    return call is not None and dotted(call.func) == "pytest.fail"


def strength_of(test):
    """How much the truth of an expression says."""
    if is_constant(test):
        return 0
    if isinstance(test, ast.BoolOp):
        strengths = [strength_of(value) for value in test.values]
        return max(strengths) if isinstance(test.op, ast.And) else min(strengths)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return min(strength_of(test.operand), 2)
    if isinstance(test, ast.Compare):
        # `Point(1) == Point(1)` compares two objects, but any value that a stub returns equals itself.
        if _same([test.left] + test.comparators):
            return 1
        if any(_is_wide(side) for side in [test.left] + test.comparators):
            return 1
        return max(_comparison(operator, right) for operator, right in zip(test.ops, test.comparators))
    if isinstance(test, (ast.Await, ast.NamedExpr)):
        return strength_of(test.value)
    if isinstance(test, ast.Call):
        name = last_name(test.func)
        if name in EXACT_FUNCTIONS and _is_wide(test):
            return 1
        return 3 if name in EXACT_FUNCTIONS else 2 if name in PARTIAL_FUNCTIONS else 1
    return 1


def _comparison(operator, right):
    none = isinstance(right, ast.Constant) and right.value is None
    if isinstance(operator, (ast.Eq, ast.Is)):
        return 3
    if isinstance(operator, (ast.IsNot, ast.NotEq)):
        return 1 if none else 2
    return 2


ABSOLUTE = {"abs", "abs_tol", "atol", "delta"}
RELATIVE = {"rel", "rel_tol", "rtol"}


def _is_wide(call):
    """A comparison of numbers with a tolerance as large as what is wanted."""
    if not isinstance(call, ast.Call):
        return False
    wanted = [abs(value) for value in map(_number, call.args[:2]) if value is not None]
    if last_name(call.func) == "approx":
        given = dict(zip(("rel", "abs"), call.args[1:3]))
        wanted = wanted[:1]
    else:
        given = {}
    given.update({keyword.arg: keyword.value for keyword in call.keywords})
    for name, node in given.items():
        value = _number(node)
        if value is not None and name in RELATIVE and value >= 1:
            return True
        if value is not None and name in ABSOLUTE and value >= max([1] + wanted) and wanted:
            return True
    return False


def _number(node):
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def is_constant(node):
    """True when the value cannot depend on the code under test: literals, and the same text on both sides."""
    if isinstance(node, (ast.Constant, ast.Lambda, ast.GeneratorExp)):
        return True
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        return isinstance(node, ast.Tuple) and len(node.elts) > 0 or all(is_constant(item) for item in node.elts)
    if isinstance(node, ast.UnaryOp):
        return is_constant(node.operand)
    if isinstance(node, ast.BinOp):
        return is_constant(node.left) and is_constant(node.right)
    if isinstance(node, ast.BoolOp):
        decided = [value for value in node.values if isinstance(value, ast.Constant)]
        if isinstance(node.op, ast.Or) and any(value.value for value in decided):
            return True
        return all(is_constant(value) for value in node.values)
    if isinstance(node, ast.Compare):
        sides = [node.left] + node.comparators
        return (_same(sides) and not _calls(node)) or all(is_constant(_plain(side)) for side in sides)
    return False


def _same(sides):
    return len({type(side) for side in sides}) == 1 and len({fingerprint(side) for side in sides}) == 1


def _calls(node):
    return any(isinstance(part, (ast.Call, ast.Await)) for part in ast.walk(node))


def _plain(node):
    """A tuple is always true but compares by its items."""
    return ast.List(elts=node.elts) if isinstance(node, ast.Tuple) else node


def call_strength(call):
    name = last_name(call.func)
    arguments = call.args
    if name in RAISES:
        return _raises_strength(call, name)
    if name in ("assertTrue", "assertFalse", "assert_"):
        strength = strength_of(arguments[0]) if arguments else 0
        return min(strength, 2) if name == "assertFalse" else strength
    if len(arguments) >= 2 and name.startswith("assert") and name not in EXACT_MOCKS:
        if all(map(is_constant, map(_plain, arguments[:2]))):
            return 0
        if _same(arguments[:2]):
            return 1 if _calls(arguments[0]) else 0
    if name in EXACT_METHODS and _is_wide(call):
        return 1
    if name in EXACT_METHODS or name in EXACT_MOCKS:
        return 3
    if name == "assertIsNotNone":
        return 1
    return 3 if name.startswith("assert_") and name.endswith(("equal", "allclose", "_equal_to")) else 2


def _raises_strength(call, name):
    if name in ("assertLogs", "assertNoLogs", "deprecated_call"):
        return 2
    matched = name.endswith(("Regex", "Message")) or any(keyword.arg in ("match", "check") for keyword in call.keywords)
    kinds = call.args[0].elts if call.args and isinstance(call.args[0], ast.Tuple) else call.args[:1]
    named = bool(kinds) and not any(dotted(kind).rpartition(".")[2] in BROAD_EXCEPTIONS for kind in kinds)
    return 3 if matched or named else 2
