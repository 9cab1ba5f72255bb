"""The tests of a file as written: names as pytest collects them by default, and what they assert."""

import ast
import builtins
import collections
import hashlib
import re

from .assertions import MOST_TIMES, Scan
from .names import SETUP_NAMES, Scope
from .rows import parametrized, rows_of
from .said import said_by
from .spare import spare_of
from .strength import Names
from .syntax import FUNCTIONS, body_of, children, decorator_names, dotted, fingerprint, last_name, scope_statements, walk

SKIP_MARKS = {"skip", "skipif", "skipIf", "skipUnless", "xfail", "expectedFailure"}
BUILTINS = set(dir(builtins))
CONDITIONED = {"skipif", "skipIf", "skipUnless"}
SKIP_CALLS = {"pytest.skip", "pytest.xfail", "self.skipTest", "unittest.SkipTest", "SkipTest", "skip", "xfail"}


class Test:
    """`skips` are the conditions under which it is skipped, None for always."""

    def __init__(self, name, node, owner, skips=()):
        self.name = name
        self.node = node
        self.owner = owner
        self.skips = list(skips)


def classes_of(tree):
    return {node.name: node for node in walk(tree) if isinstance(node, ast.ClassDef)}


def is_test_case(base, classes, seen=()):
    """Whether a base class expression names a unittest.TestCase, directly or through a class of the file."""
    name = last_name(base)
    if "TestCase" in name:
        return True
    if name in classes and name not in seen:
        return any(is_test_case(inner, classes, tuple(seen) + (name,)) for inner in classes[name].bases)
    return False


def holds_tests(node, classes):
    """Whether a class is one of unittest's, one that pytest takes by its name, or has tests and a base from elsewhere."""
    if any(is_test_case(base, classes) for base in node.bases):
        return True
    if node.name.startswith("Test"):
        return not _has_constructor(node)
    imported = [base for base in node.bases if last_name(base) not in classes and last_name(base) != "object"]
    return bool(imported) and any(isinstance(inner, FUNCTIONS) and inner.name.startswith("test") for inner in node.body)


def collect(source):
    """Every test of the file with its node, in order; tests inherited from a class of the same file included."""
    classes = classes_of(source.tree)
    skips = _scope_skips(source.tree.body) + [None for statement in source.tree.body if _skips(statement)]
    return list(_collect(source.tree.body, "", None, skips, classes))


def _collect(body, prefix, owner, skips, classes):
    for node in _effective(body):
        if isinstance(node, FUNCTIONS) and node.name.startswith("test") and "fixture" not in decorator_names(node):
            yield Test(prefix + node.name, node, owner, skips + _marked(node) + list(_skips_inside(node)))
        elif isinstance(node, ast.ClassDef):
            if holds_tests(node, classes):
                below = skips + _marked(node) + _scope_skips(node.body)
                yield from _class_tests(node, prefix + node.name + " > ", below, classes)


# Where runners look for tests: elsewhere a class of them is for others to inherit.
TEST_FILE = re.compile(r"(^|/)(test[^/]*|[^/]*_tests?)\.py$")


def uncollected(source, path):
    """Tests in classes that no runner takes for such, by their names, and that nobody inherits: never run."""
    classes = classes_of(source.tree)
    inherited = {last_name(base) for node in classes.values() for base in node.bases}
    for node in _effective(source.tree.body) if TEST_FILE.search(path) else ():
        if not isinstance(node, ast.ClassDef) or node.bases or node.decorator_list or node.name in inherited:
            continue
        for inner in () if holds_tests(node, classes) or _leans_on_others(node) else node.body:
            if isinstance(inner, FUNCTIONS) and inner.name.startswith("test"):
                yield Test(node.name + " > " + inner.name, inner, node, [None])


def _leans_on_others(node):
    """Whether a class asks itself for what it does not give itself: it is mixed into one that does."""
    own = {inner.name for inner in walk(node) if isinstance(inner, FUNCTIONS)}
    of_self = [inner for inner in walk(node) if isinstance(inner, ast.Attribute) and dotted(inner.value) in ("self", "cls")]
    own |= {inner.attr for inner in of_self if isinstance(inner.ctx, ast.Store)}
    own |= {inner.id for inner in walk(node) if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)}
    return any(inner.attr not in own for inner in of_self)


def _effective(body):
    """The statements of a scope without tests that a later one of the same name takes the place of: nobody runs those."""
    named = [node for node in body if isinstance(node, FUNCTIONS + (ast.ClassDef,)) and node.name.lower().startswith("test")]
    last = {node.name: node for node in named}
    gone = {id(node) for node in named if last[node.name] is not node}
    return [node for node in scope_statements(body) if id(node) not in gone]


def _class_tests(node, prefix, skips, classes):
    seen = set()
    for owner in _lineage(node, classes):
        for test in _collect(owner.body, prefix, node, skips, classes):
            if test.name not in seen:
                seen.add(test.name)
                yield test


def _lineage(node, classes, seen=()):
    """The class and its base classes in the same file, nearest first."""
    yield node
    for base in node.bases:
        name = last_name(base)
        if name in classes and name not in seen and name != node.name:
            yield from _lineage(classes[name], classes, tuple(seen) + (node.name,))


def _has_constructor(node):
    return any(isinstance(inner, FUNCTIONS) and inner.name in ("__init__", "__new__") for inner in node.body)


def _marked(node):
    return [_condition(mark) for mark in node.decorator_list if last_name(mark) in SKIP_MARKS]


def _condition(mark):
    given = mark.args[0] if isinstance(mark, ast.Call) and mark.args and last_name(mark) in CONDITIONED else None
    # A text is a condition that pytest reads.
    return None if isinstance(given, ast.Constant) and not isinstance(given.value, str) else given


def _scope_skips(body):
    """`pytestmark = pytest.mark.skip` or `__test__ = False` at module or class level."""
    found = []
    for statement in scope_statements(body):
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            target = dotted(statement.targets[0])
            if target == "__test__" and isinstance(statement.value, ast.Constant) and not statement.value.value:
                found.append(None)
            if target == "pytestmark":
                marks = statement.value.elts if isinstance(statement.value, (ast.List, ast.Tuple)) else [statement.value]
                found += [_condition(mark) for mark in marks if last_name(mark) in SKIP_MARKS]
    return found


def _skips(statement):
    """Whether the statement itself skips: at module level it takes the whole file away."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Call) and dotted(statement.value.func) in SKIP_CALLS
    return isinstance(statement, ast.Raise) and statement.exc is not None and dotted(statement.exc) in SKIP_CALLS


def _skips_inside(node, condition=None):
    if _skips(node):
        yield condition
    for child in children(node):
        yield from _skips_inside(child, node.test if isinstance(node, ast.If) else condition)


def _is_elsewhere(test, asserted, constants):
    """Whether all that it is skipped for is about something else than what it asserts."""
    values = {**constants, **_constants(body_of(test.node))}
    asked = {name for _, assertion in asserted for name in _called_in(assertion.node, values)}
    return all(condition is not None and not _called_in(condition, values) & asked for condition in test.skips)


def _called_in(node, values):
    """Functions that are called, in what the names are given as well."""
    called, seen, pending = set(), set(), [node]
    while pending:
        for inner in walk(pending.pop()):
            if isinstance(inner, ast.Call):
                called.add(last_name(inner.func))
            elif isinstance(inner, ast.Name) and inner.id in values and inner.id not in seen:
                seen.add(inner.id)
                pending.append(values[inner.id])
    return called - BUILTINS


def _constants(body):
    """What the module gives its names once."""
    values, twice = {}, set()
    for statement in scope_statements(body):
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name):
            name = statement.targets[0].id
            twice |= {name} & set(values)
            values[name] = statement.value
    return {name: value for name, value in values.items() if name not in twice}


class Helpers:
    """Functions of the file that tests call: their assertions belong to the tests."""

    def __init__(self, source, tests, shared=()):
        tested = {id(test.node) for test in tests}
        self.classes = classes_of(source.tree)
        self.scope = Scope(source.tree, shared)
        self.constants = _constants(source.tree.body)
        self._names, self._scans, self._calls = {}, {}, {}
        self.functions = {
            node.name: node
            for node in scope_statements(source.tree.body)
            if isinstance(node, FUNCTIONS) and id(node) not in tested and "fixture" not in decorator_names(node)
        }

    def names(self, function):
        if function not in self._names:
            self._names[function] = Names(function, self.constants)
        return self._names[function]

    def scan(self, function):
        """Its own assertions, and the calls of it that may assert elsewhere."""
        if function not in self._scans:
            self._scans[function] = Scan(function, self.functions, self.names(function))
        return self._scans[function]

    def called_by(self, function, owner):
        """Each helper that it calls, with the place of the call."""
        if (function, owner) not in self._calls:
            self._calls[function, owner] = list(self._called(function, owner))
        return self._calls[function, owner]

    def _called(self, function, owner):
        for node in walk(function):
            if not isinstance(node, ast.Call):
                continue
            if isinstance(node.func, ast.Name) and node.func.id in self.functions:
                yield self.functions[node.func.id], node
            elif owner is not None and isinstance(node.func, ast.Attribute) and dotted(node.func.value) in ("self", "cls"):
                for method in self._methods(node.func.attr, owner):
                    yield method, node

    def times_called(self, functions, owner):
        """A helper that is called three times asserts three times; so does one that is called for each of three rows."""
        times = collections.Counter()
        for function in functions:
            called = self.called_by(function, owner)
            parents = {child: node for node in walk(function) for child in children(node)} if called else {}
            for helper, call in called:
                times[helper] += _rows_around(call, parents, self.names(function))
        return times

    def _methods(self, name, owner):
        for class_node in _lineage(owner, self.classes):
            for node in class_node.body:
                if isinstance(node, FUNCTIONS) and node.name == name and not name.startswith("test"):
                    if name not in SETUP_NAMES and "fixture" not in decorator_names(node):
                        yield node

    def reached(self, test):
        """The test and, transitively, the helpers it calls."""
        found = []
        queue = [test.node]
        while queue:
            function = queue.pop(0)
            if all(function is not known for known in found):
                found.append(function)
                queue.extend(helper for helper, _ in self.called_by(function, test.owner))
        return found


def _rows_around(node, parents, names):
    rows = 1
    while node in parents:
        node = parents[node]
        if isinstance(node, (ast.For, ast.AsyncFor)):
            rows *= max(1, rows_of(node.iter, names) or 1)
    return rows


def find_tests(source, path, shared=()):
    """`shared`: fixtures that a `conftest.py` gives to tests of other files."""
    tests = collect(source) + list(uncollected(source, path))
    helpers = Helpers(source, tests, shared)
    reached = {id(function) for test in tests for function in helpers.reached(test)}
    return [_told(test, False, helpers) for test in tests] + [
        _told(test, True, helpers) for test in _others(source.tree.body, "", reached)
    ]


def _others(body, prefix, reached):
    """Functions and methods that no test of the file reaches: tests of other files may call or inherit them."""
    for node in _effective(body):
        if isinstance(node, FUNCTIONS) and id(node) not in reached:
            yield Test(prefix + node.name, node, None)
        elif isinstance(node, ast.ClassDef):
            yield from _others(node.body, prefix + node.name + " > ", reached)


def _told(test, helper, helpers):
    rows = parametrized(test.node, helpers.names(test.node))
    functions = helpers.reached(test)
    called = helpers.times_called(functions, test.owner)
    asserted = [(function, assertion) for function in functions for assertion in helpers.scan(function).found]
    exact = [(function, assertion.node) for function, assertion in asserted if assertion.strength == 3]

    def times(function, assertion):
        return min(MOST_TIMES, assertion.times * rows * max(1, called[function]))

    asserting = {function for function, _ in exact}
    calls = [
        (function, call)
        for function in functions
        for helped, call in helpers.called_by(function, test.owner)
        if helped in asserting
    ]
    said = {"said": said_by(functions, exact, calls, helpers.scope)} if asserted or not helper else {}
    return {
        **said,
        "name": test.name,
        "helper": helper,
        "line": test.node.lineno,
        "end": test.node.end_lineno,
        "start": min([test.node.lineno] + [decorator.lineno for decorator in test.node.decorator_list]),
        "skipped": bool(test.skips),
        **({"skipsElsewhere": True} if test.skips and _is_elsewhere(test, asserted, helpers.constants) else {}),
        "assertions": [
            assertion.strength
            for function, assertion in asserted
            for _ in range(times(function, assertion))
        ],
        "spare": sum(
            spare_of(assertion.node, helpers.names(function)) * times(function, assertion)
            for function, assertion in asserted
            if assertion.strength == 3
        ),
        "calls": [
            {"name": name, "most": most}
            for function in functions
            for name, most in helpers.scan(function).calls
            for _ in range(min(MOST_TIMES, rows))
        ],
        "digest": digest_of(test.node),
    }


def digest_of(node):
    """Without the name, so that a renamed test is recognised."""
    parts = [fingerprint(statement) for statement in body_of(node)]
    parts += [fingerprint(decorator) for decorator in node.decorator_list] + [fingerprint(node.args)]
    return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]
