"""How much an expression that a test asserts pins down (`AssertionStrength` in src/schema/source.ts)."""

import ast
import collections
import re

from .syntax import dotted, fingerprint, last_name, walk

EXACT_METHODS = {
    "assertEqual", "assertEquals", "assertIs", "assertIsNone", "assertAlmostEqual", "assertListEqual", "assertDictEqual",
    "assertSetEqual", "assertTupleEqual", "assertSequenceEqual", "assertMultiLineEqual", "assertCountEqual",
    "assertRaisesRegex", "assertWarnsRegex", "assertRedirects", "assertJSONEqual", "assertQuerySetEqual",
    "assertQuerysetEqual", "assertHTMLEqual", "assertXMLEqual",
}  # fmt: skip
# Django: what is done within them is counted, and goes on.
COUNTING = {"assertNumQueries", "assertTemplateUsed", "assertTemplateNotUsed"}
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
# What tells no more of a value than how long it is, of what kind, or under which names it holds something.
VAGUE_CALLS = {"len", "type", "keys"}
ANYTHING = {"ANY", "mock.ANY", "unittest.mock.ANY"}
CALLS_MADE = {"call_args_list", "mock_calls", "method_calls", "await_args_list", "calls"}


class Names:
    """What the names of a test stand for that are given a value once: `want = total(cart)`."""

    def __init__(self, function, constants=None):
        self.values = dict(constants or {})
        stored = [node.id for node in walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
        stored += [node.arg for node in walk(function.args) if isinstance(node, ast.arg)]
        times = collections.Counter(stored)
        for name in times:
            self.values.pop(name, None)
        for node in walk(function):
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                if times[node.targets[0].id] == 1:
                    self.values[node.targets[0].id] = node.value

    def value(self, node):
        seen = set()
        while isinstance(node, ast.Name) and node.id in self.values and node.id not in seen:
            seen.add(node.id)
            node = self.values[node.id]
        return node


class NoNames:
    @staticmethod
    def value(node):
        return node


def strength_of(test, names=NoNames):
    """How much the truth of an expression says."""
    if is_constant(test):
        return 0
    if isinstance(test, ast.BoolOp):
        strengths = [strength_of(value, names) for value in test.values]
        return max(strengths) if isinstance(test.op, ast.And) else min(strengths)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return min(strength_of(test.operand, names), 2)
    if isinstance(test, ast.Compare):
        sides = [test.left] + test.comparators
        pairs = zip(sides, test.ops, test.comparators)
        return max(_comparison(left, operator, right, names) for left, operator, right in pairs)
    if isinstance(test, (ast.Await, ast.NamedExpr)):
        return strength_of(test.value, names)
    if isinstance(test, ast.Call):
        name = last_name(test.func)
        if name in EXACT_FUNCTIONS:
            return _within_tolerance(test)
        return 2 if name in PARTIAL_FUNCTIONS else 1
    return 1


def _comparison(left, operator, right, names):
    if isinstance(operator, (ast.Eq, ast.Is)):
        return equality_strength(left, right, names)
    if isinstance(operator, ast.In) and _is_message(right) and isinstance(left, ast.Constant) and left.value:
        return 3
    if _is_same(left, right, names):
        return 1
    none = isinstance(right, ast.Constant) and right.value is None
    return 1 if none and isinstance(operator, (ast.IsNot, ast.NotEq)) else 2


def equality_strength(left, right, names=NoNames):
    """Of `left == right`: no more than its vaguer side."""
    # `Point(1) == Point(1)` compares two objects, but any value that a stub returns equals itself.
    if _is_same(left, right, names):
        return 1
    if isinstance(right, ast.Constant) and isinstance(right.value, bool) and isinstance(left, (ast.Compare, ast.BoolOp, ast.Call)):
        return strength_of(left, names) if not isinstance(left, ast.Call) or _is_partial(left) else 3
    sides = [names.value(left), names.value(right)]
    if any(dotted(side) in ANYTHING for side in sides):
        return 1
    tolerance = min(map(_within_tolerance, sides))
    vague = any(_is_vague(side) for side in sides) and not any(_is_nothing(side) for side in sides)
    return min(tolerance, 2 if vague or any(map(holds_any, sides)) else 3)


def _is_same(left, right, names):
    return same([left, right]) or same([names.value(left), names.value(right)])


def _is_partial(call):
    return last_name(call.func) in PARTIAL_FUNCTIONS or dotted(call.func) == "bool"


def _is_vague(side):
    if isinstance(side, ast.Attribute):
        return side.attr == "__class__"
    if not isinstance(side, ast.Call) or last_name(side.func) not in VAGUE_CALLS or len(side.args) > 1:
        return False
    return not any(last_name(argument) in CALLS_MADE for argument in side.args)


def _is_nothing(side):
    """Of an empty list its length says all."""
    return isinstance(side, ast.Constant) and side.value == 0


def holds_any(node):
    """`{"id": ANY}` leaves open what it says of the one."""
    return any(isinstance(part, (ast.Name, ast.Attribute)) and dotted(part) in ANYTHING for part in walk(node))


def _is_message(node):
    """`str(caught.value)`, `str(caught.exception)`: what `match=` looks into, too."""
    inner = node.args[0] if isinstance(node, ast.Call) and dotted(node.func) == "str" and len(node.args) == 1 else None
    return isinstance(inner, ast.Attribute) and inner.attr in ("value", "exception")


ABSOLUTE = {"abs", "abs_tol", "atol", "delta"}
RELATIVE = {"rel", "rel_tol", "rtol"}
# Numbers that are this far apart are hardly the same.
COARSE = 0.02


def _within_tolerance(call):
    """3 for what compares nearly exactly, 2 for a coarse tolerance, 1 for one as large as what is wanted."""
    if not isinstance(call, ast.Call):
        return 3
    name = last_name(call.func)
    wanted = [abs(value) for value in map(number, call.args[:2]) if value is not None]
    if name == "approx":
        given = dict(zip(("rel", "abs"), call.args[1:3]))
        wanted = wanted[:1]
    else:
        given = {"places": call.args[2]} if name == "assertAlmostEqual" and len(call.args) > 2 else {}
    given.update({keyword.arg: keyword.value for keyword in call.keywords})
    return min([3] + [_tolerance(option, number(node), wanted) for option, node in given.items()])


def _tolerance(option, value, wanted):
    if value is None:
        return 3
    if option in RELATIVE:
        return 1 if value >= 1 else 2 if value > COARSE else 3
    if option == "places":
        option, value = "delta", 0.5 * 10.0 ** -min(value, 99)
    if option not in ABSOLUTE or not wanted:
        return 3
    if value >= max([1] + wanted):
        return 1
    return 2 if value > COARSE * max(wanted) > 0 else 3


def number(node):
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
        return (same(sides) and not calls(node)) or all(is_constant(_plain(side)) for side in sides)
    return False


def same(sides):
    return len({type(side) for side in sides}) == 1 and len({fingerprint(side) for side in sides}) == 1


def calls(node):
    return any(isinstance(part, (ast.Call, ast.Await)) for part in walk(node))


def _plain(node):
    """A tuple is always true but compares by its items."""
    return ast.List(elts=node.elts) if isinstance(node, ast.Tuple) else node


def call_strength(call, names=NoNames):
    """How much `self.assertEqual(…)`, `mock.assert_called_with(…)` and the like say."""
    name = last_name(call.func)
    arguments = call.args
    if name in RAISES:
        return _raises_strength(call, name)
    if name == "assertNumQueries":
        return 3
    if name in ("assertTrue", "assertFalse", "assert_"):
        strength = strength_of(arguments[0], names) if arguments else 0
        return min(strength, 2) if name == "assertFalse" else strength
    if len(arguments) >= 2 and name.startswith("assert") and name not in EXACT_MOCKS:
        if all(map(is_constant, map(_plain, arguments[:2]))):
            return 0
        if same(arguments[:2]):
            return 1 if calls(arguments[0]) else 0
    if name in EXACT_MOCKS:
        return _mock_strength(call)
    if name in EXACT_METHODS:
        compared = equality_strength(arguments[0], arguments[1], names) if len(arguments) >= 2 else 3
        return min(compared, _within_tolerance(call))
    if name == "assertIsNotNone":
        return 1
    return 3 if name.startswith("assert_") and name.endswith(("equal", "allclose", "_equal_to")) else 2


def _mock_strength(call):
    given = call.args + [keyword.value for keyword in call.keywords]
    vague = [argument for argument in given if holds_any(argument)]
    return 3 if not vague else 1 if len(vague) == len(given) else 2


def _raises_strength(call, name):
    """The kind and the words of an exception say all of it, its kind alone a part, any of several kinds less."""
    if name in ("assertLogs", "assertNoLogs", "deprecated_call"):
        return 2
    words = [keyword.value for keyword in call.keywords if keyword.arg in ("match", "check")]
    words += call.args[1:2] if name.endswith(("Regex", "Message")) else []
    kinds = call.args[0].elts if call.args and isinstance(call.args[0], ast.Tuple) else call.args[:1]
    named = len(kinds) == 1 and last_name(kinds[0]) not in BROAD_EXCEPTIONS
    return 1 + (1 if named else 0) + (1 if any(not _matches_all(word) for word in words) else 0)


def takes_any_failure(call):
    """`raises(Exception)` alone: a mistake of the code, and of the test itself, will do as well."""
    named = any(word.arg in ("match", "check") for word in call.keywords)
    broad = bool(call.args) and last_name(call.args[0]) in BROAD_EXCEPTIONS
    return last_name(call.func) in ("raises", "assertRaises") and broad and not named


def _matches_all(word):
    if not isinstance(word, ast.Constant) or not isinstance(word.value, str):
        return isinstance(word, ast.Constant)
    try:
        return all(re.search(word.value, text) for text in ("", "baton", "\n 7 ?")) or word.value in (".", ".+", r"\w", r"\w+")
    except re.error:
        return False
