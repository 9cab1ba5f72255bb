"""What the names in a file of tests are given (`said.py`)."""

import ast

from .syntax import FUNCTIONS, decorator_names, last_name, own_nodes, walk

LOOPS = (ast.For, ast.AsyncFor)
SETUP_NAMES = {
    "setUp", "tearDown", "setUpClass", "tearDownClass", "asyncSetUp", "asyncTearDown", "setup_method", "teardown_method",
    "setup_class", "teardown_class", "setup_function", "teardown_function", "setup_module", "teardown_module",
    "setUpModule", "tearDownModule", "setUpTestData", "setup", "teardown",
}  # fmt: skip


class Given:
    """A value that a name is given, or the member of it that a pattern takes."""

    def __init__(self, value, member=None, line=0):
        self.value = value
        self.member = member
        self.line = line


class Scope:
    """What names mean in a function: its own, the module's, fixtures by the names of parameters, members by their names alone."""

    def __init__(self, tree, shared=()):
        self.members = {}
        self.module = values_of(own_nodes(tree, FUNCTIONS))
        self.fixtures = {node.name: node for node in list(shared) + fixtures_of(tree)}
        self.functions = {}
        self.helpers = {node.name: node for node in tree.body if isinstance(node, FUNCTIONS)}
        self.modules = imports_of(tree)
        for node in walk(tree):
            for target, value in assigned(node):
                if isinstance(target, ast.Attribute):
                    self.members.setdefault(target.attr, []).append(Given(value, None, 0))
        self.setups = [node for node in walk(tree) if isinstance(node, FUNCTIONS) and node.name in SETUP_NAMES]
        self.setups += self.fixtures.values()
        self.around = None

    def of(self, function):
        known = self.functions.get(function)
        if known is None:
            known = self.functions[function] = values_of(walk(function))
            for argument in walk(function.args):
                if isinstance(argument, ast.arg) and argument.arg in self.fixtures:
                    known.setdefault(argument.arg, []).append(Given(self.fixtures[argument.arg]))
            for decorator in function.decorator_list:
                for name, rows in parametrized_by(decorator):
                    known.setdefault(name, []).append(Given(rows))
        return known


def fixtures_of(tree):
    return [node for node in walk(tree) if isinstance(node, FUNCTIONS) and "fixture" in decorator_names(node)]


def values_of(nodes):
    names = {}
    for node in nodes:
        for target, value in assigned(node):
            for name, member in _bound(target):
                names.setdefault(name, []).append(Given(value, member, getattr(node, "lineno", 0)))
        if isinstance(node, LOOPS + (ast.comprehension,)):
            for name, _ in _bound(node.target):
                names.setdefault(name, []).append(Given(node.iter, None, 0))
    for values in names.values():
        values.sort(key=lambda one: one.line)
    return names


def assigned(node):
    if isinstance(node, ast.Assign):
        return [(target, node.value) for target in node.targets]
    if isinstance(node, (ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
        return [(node.target, node.value)]
    if isinstance(node, (ast.With, ast.AsyncWith)):
        return [(item.optional_vars, item.context_expr) for item in node.items if item.optional_vars is not None]
    return []


def _bound(target, member=None):
    if isinstance(target, ast.Name):
        return [(target.id, member)]
    if isinstance(target, ast.Starred):
        return _bound(target.value, "[:]")
    if isinstance(target, (ast.Tuple, ast.List)):
        return [pair for inner in target.elts for pair in _bound(inner, "[]")]
    return []


def parametrized_by(decorator):
    """The names of `parametrize`, each with its rows."""
    if not isinstance(decorator, ast.Call) or last_name(decorator.func) != "parametrize" or len(decorator.args) < 2:
        return []
    names = [node.value for node in walk(decorator.args[0]) if isinstance(node, ast.Constant)]
    texts = [name for name in names if isinstance(name, str)]
    return [(name.strip(), decorator.args[1]) for text in texts for name in text.split(",")]


def imports_of(tree):
    names = {}
    for node in walk(tree):
        if isinstance(node, ast.ImportFrom):
            for one in node.names:
                names[one.asname or one.name] = ("." * node.level + (node.module or ""), one.name)
        elif isinstance(node, ast.Import):
            for one in node.names:
                names[one.asname or one.name.partition(".")[0]] = (one.name, "")
    return names
