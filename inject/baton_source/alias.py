"""Assertions that compare a value with itself under another name: whatever happens to it, it is equal to itself."""

import ast

from .assertions import call_of
from .syntax import FUNCTIONS, dotted, last_name, own_nodes, walk

EQUAL = {
    "assertEqual", "assertEquals", "assertIs", "assertDictEqual", "assertListEqual", "assertTupleEqual", "assertSetEqual",
    "assertSequenceEqual", "assertCountEqual", "assert_equal",
}  # fmt: skip
# What these answer depends on nothing but on what they are given.
PLAIN = {"len", "list", "dict", "set", "tuple", "sorted", "str", "repr", "vars", "json.dumps"}


class Aliases:
    """Names of a file of tests, each bound once, with the name that it was given."""

    def __init__(self, tree):
        self.module = _Bindings(own_nodes(tree), _global_names(tree))
        self.inside = {}

    def is_compared(self, statement, functions):
        """`before = config; migrate(config); assert config == before`; `functions` are those around it, outermost first."""
        sides = _sides(statement)
        if sides is None or not self._is_one(sides[0], sides[1], functions):
            return False
        # What a sentinel of a module says of itself is for its `__eq__` to say.
        names = [node.id for side in sides for node in walk(side) if isinstance(node, ast.Name)]
        own = all(self._scope_of(name, functions) is not self.module for name in names)
        return own or _acts_before(statement, functions)

    def _is_one(self, left, right, functions):
        if isinstance(left, ast.Attribute) and isinstance(right, ast.Attribute):
            return left.attr == right.attr and self._is_one(left.value, right.value, functions)
        if isinstance(left, ast.Call) and isinstance(right, ast.Call):
            name = dotted(left.func)
            plain = name in PLAIN and name == dotted(right.func) and len(left.args) == len(right.args) == 1
            return plain and self._is_one(left.args[0], right.args[0], functions)
        if not (isinstance(left, ast.Name) and isinstance(right, ast.Name)) or left.id == right.id:
            return False
        root = self._root(left.id, functions)
        return root is not None and root == self._root(right.id, functions)

    def _root(self, name, functions):
        """The name that first had the value, and where; None where it may be another by now, or cannot change."""
        for _ in range(8):
            scope = self._scope_of(name, functions)
            if scope is None or scope.bound[name] != 1:
                return None
            value = scope.values.get(name)
            if isinstance(value, ast.Constant):
                return None
            if not isinstance(value, ast.Name) or value.id == name:
                return value or (scope, name)
            name = value.id
        return None

    def _scope_of(self, name, functions):
        return next((scope for scope in self._scopes(functions) if name in scope.bound), None)

    def _scopes(self, functions):
        for function in reversed(functions):
            if function not in self.inside:
                self.inside[function] = _Bindings(node for node in walk(function) if node is not function)
            yield self.inside[function]
        yield self.module


class _Bindings:
    """How often each name of a scope is bound, also by functions inside of it, and by whatever means."""

    def __init__(self, nodes, elsewhere=()):
        self.bound = {}
        self.values = {}
        for name in elsewhere:
            self._bind(name)
        for node in nodes:
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                self._bind(node.id)
            elif isinstance(node, ast.arg):
                self._bind(node.arg)
            elif isinstance(node, FUNCTIONS + (ast.ClassDef,)):
                self._bind(node.name)
            elif isinstance(node, ast.alias):
                self._bind(node.asname or node.name.partition(".")[0])
            elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    if isinstance(target, ast.Name):
                        self.values[target.id] = node.value

    def _bind(self, name):
        self.bound[name] = self.bound.get(name, 0) + 1


def _global_names(tree):
    return [name for node in walk(tree) if isinstance(node, ast.Global) for name in node.names]


def _acts_before(statement, functions):
    """Whether anything is called above it, but for what is asserted."""
    inside = walk(functions[-1]) if functions else ()
    above = [node for node in inside if isinstance(node, (ast.Expr, ast.Assign)) and node.lineno < statement.lineno]
    simple = [node for node in above if _sides(node) is None]
    return any(isinstance(part, ast.Call) for node in simple for part in walk(node))


def _sides(statement):
    if isinstance(statement, ast.Assert):
        return _compared(statement.test)
    call = call_of(statement)
    if call is None:
        return None
    name = last_name(call.func)
    if name == "assertTrue" and call.args:
        return _compared(call.args[0])
    return call.args[:2] if name in EQUAL and len(call.args) > 1 else None


def _compared(test):
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], (ast.Eq, ast.Is)):
        return None
    return [test.left, test.comparators[0]]
