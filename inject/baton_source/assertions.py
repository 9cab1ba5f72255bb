"""Finds the assertions of a function and says how much each pins down (`AssertionStrength` in src/schema/source.ts)."""

import ast

from .rows import rows_of
from .strength import BROAD_EXCEPTIONS, COUNTING, RAISES, Names, call_strength, is_constant, strength_of
from .syntax import FUNCTIONS, dotted, last_name, walk

SWALLOWING = BROAD_EXCEPTIONS | {"AssertionError"}
FAILING = {"fail"}
NO_ARGUMENTS = ast.parse("lambda: 0", mode="eval").body.args
LOGGING = {"print", "debug", "info", "warning", "error", "exception", "log"}


class Assertion:
    """
    `form` says how to negate it: assert, call, with, branch (`if …: fail()`), rescue (`try …; fail()` and handlers), given
    (`lambda: self.assertTrue(…)`, for somebody else to call).
    """

    def __init__(self, form, node, strength, times):
        self.form = form
        self.node = node
        self.strength = strength
        self.times = times


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


def find_assertions(function, helpers=frozenset(), constants=None):
    """
    In order of appearance, also of functions inside. `helpers` are functions whose own assertions count instead, `constants` what
    names of the module stand for. One that a way around it leads past says less, one that is never reached nothing; in a loop over
    rows that are written out it is made as often as there are rows.
    """
    return Scan(function, helpers, Names(function, constants)).found


MOST_TIMES = 100
SKIPPING = {"skip", "skipTest", "xfail"}


class Scan:
    """`calls`: names of functions of other files that are called for what they do, each with the most that an assertion there can say."""

    def __init__(self, function, helpers, names):
        self.found = []
        self.calls = []
        self.helpers = helpers
        self.names = names
        self.read = {node.id for node in walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
        self.times = 1
        self._block(function.body, 3)

    def _add(self, form, node, strength, most):
        self.found.append(Assertion(form, node, min(strength, most), self.times))

    def _block(self, statements, most):
        """In order: what follows a way out of them is not always reached, or never."""
        for statement in statements:
            self._statement(statement, most)
            if isinstance(statement, WAYS_OUT):
                most = 0
            elif isinstance(statement, ast.If) and _leaves(statement.body) and not _tells(statement):
                most = min(most, max(1, min(most, 2)))

    def _statement(self, statement, most):
        if isinstance(statement, ast.Assert):
            self._add("assert", statement, strength_of(statement.test, self.names), most)
        elif isinstance(statement, (ast.With, ast.AsyncWith)):
            self._with(statement, most)
        elif isinstance(statement, ast.Try) or type(statement).__name__ == "TryStar":
            self._try(statement, most)
        elif isinstance(statement, ast.If):
            self._if(statement, most)
        elif isinstance(statement, (ast.For, ast.AsyncFor, ast.While)):
            self._loop(statement, most)
        elif isinstance(statement, FUNCTIONS):
            # One that nobody calls says nothing.
            called = statement.decorator_list or statement.name in self.read
            self._block(statement.body, most if called else 0)
        elif isinstance(statement, ast.ClassDef):
            self._block(statement.body, most)
        elif type(statement).__name__ == "Match":
            for case in statement.cases:
                self._block(case.body, min(most, 2))
        else:
            call = call_of(statement)
            if call is not None and is_assertion_call(call, self.helpers):
                self._add("call", statement, call_strength(call, self.names), most)
                return
            if call is not None and last_name(call.func) not in self.helpers:
                self.calls += [(last_name(call.func), most)] * self.times
            for given in _given(statement, self.helpers):
                self._add("given", given, call_strength(given, self.names), min(most, 2))

    def _if(self, statement, most):
        if not statement.orelse and any(is_failing(inner) for inner in statement.body):
            self._add("branch", statement, 0 if is_constant(statement.test) else 2, most)
        known = statement.test.value if isinstance(statement.test, ast.Constant) else None
        inside = min(most, 2) if known is None else most
        self._block(statement.body, inside if known is None or known else 0)
        self._block(statement.orelse, inside if not known else 0)

    def _loop(self, statement, most):
        rows = None if isinstance(statement, ast.While) else rows_of(statement.iter, self.names)
        never = rows == 0 or isinstance(statement, ast.While) and is_constant(statement.test) and not _holds(statement.test)
        before = self.times
        once = any(isinstance(inner, WAYS_OUT) for inner in statement.body)
        self.times = min(MOST_TIMES, before * (1 if once else max(1, rows or 1)))
        self._block(statement.body, 0 if never else min(most, 2) if rows is None else most)
        self.times = before
        self._block(statement.orelse, most)

    def _with(self, statement, most):
        calls = [item.context_expr for item in statement.items]
        raising = [call for call in calls if is_raises(call)]
        if raising:
            self._add("with", statement, max(map(call_strength, raising)), most)
            return
        counting = [call for call in calls if isinstance(call, ast.Call) and last_name(call.func) in COUNTING]
        if counting:
            self._add("with", statement, max(map(call_strength, counting)), most)
        self._block(statement.body, 0 if any(map(_suppresses, statement.items)) else most)

    def _try(self, statement, most):
        catching = any(_swallows(handler) for handler in statement.handlers)
        expects = any(is_failing(inner) for inner in statement.body + statement.orelse)
        if expects and statement.handlers:
            caught = catching and any(is_failing(inner) and not _passes_exception(inner) for inner in statement.body)
            self._add("rescue", statement, 0 if caught else 2, most)
        self._block(statement.body, 0 if catching else most)
        for handler in statement.handlers:
            self._block(handler.body, most)
        self._block(statement.orelse, most)
        self._block(statement.finalbody, most)


def _given(statement, helpers):
    """Assertions in a lambda that stands in a statement: whoever is given it makes them, or does not."""
    for node in walk(statement):
        if isinstance(node, ast.Lambda) and isinstance(node.body, ast.Call) and is_assertion_call(node.body, helpers):
            yield node.body


WAYS_OUT = (ast.Return, ast.Break, ast.Continue)


def _leaves(statements):
    """The last statement goes elsewhere, or skips the test."""
    call = call_of(statements[-1])
    return isinstance(statements[-1], WAYS_OUT) or (call is not None and last_name(call.func) in SKIPPING)


def _tells(statement):
    """Whether something in it can fail the test."""
    found = [node for node in walk(statement) if isinstance(node, ast.stmt)]
    return any(
        isinstance(node, (ast.Assert, ast.Raise))
        or is_failing(node)
        or (call_of(node) is not None and is_assertion_call(call_of(node), frozenset()))
        for node in found
    )


def _holds(constant):
    return isinstance(constant, ast.Constant) and bool(constant.value)


def _swallows(handler):
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    broad = any(kind is None or last_name(kind) in SWALLOWING for kind in kinds)
    speaks = any(isinstance(node, (ast.Raise, ast.Assert)) for part in handler.body for node in walk(part))
    return broad and not speaks and not any(is_failing(inner) for inner in handler.body)


def swallows_assertion(statement):
    """`with suppress(AssertionError): assert …`, or an `except` that says nothing of it: nobody hears of a failure."""
    if isinstance(statement, ast.Try):
        if not any(_swallows(handler) and all(map(_is_silent, handler.body)) for handler in statement.handlers):
            return False
    elif not isinstance(statement, (ast.With, ast.AsyncWith)) or not any(map(_suppresses, statement.items)):
        return False
    body = ast.FunctionDef(name="", args=NO_ARGUMENTS, body=statement.body, decorator_list=[])
    return any(assertion.form in ("assert", "call") for assertion in find_assertions(body))


def swallows_given(statement, functions):
    """`try: test() except AssertionError: pass` of what a function is given, which nothing else in it calls or raises for."""
    if not isinstance(statement, ast.Try) or not functions:
        return False
    if not any(_names_assertion(handler) and all(map(_is_silent, handler.body)) for handler in statement.handlers):
        return False
    given = {argument.arg for function in functions for argument in walk(function.args) if isinstance(argument, ast.arg)}
    called = lambda node: isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in given
    inside = {node for part in statement.body for node in walk(part)}
    others = [node for node in walk(functions[-1]) if node not in inside]
    return any(map(called, inside)) and not any(called(node) or isinstance(node, ast.Raise) for node in others)


def _names_assertion(handler):
    kinds = getattr(handler.type, "elts", [handler.type])
    return any(kind is not None and last_name(kind) == "AssertionError" for kind in kinds)


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
