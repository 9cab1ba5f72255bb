"""Rows of a test that the changed code lists: those of the test's own table which it leaves out are compared with nothing."""

import ast

from .assertions import call_of
from .guards import names_in
from .names import parametrized_by
from .syntax import FUNCTIONS, dotted, fingerprint, last_name, walk

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)
PASSED_ON = {"enumerate", "sorted", "reversed", "list", "tuple", "iter", "set", "frozenset", "len", "dict", "sum", "Counter"}
DEPTH = 12


def listed_rows(file, project):
    tables = {name for name, values in file.values.items() if any(map(_is_table, values))}
    found = [loop for loop in _loops(file.tree) if _looked_up(loop, tables)]
    if not found:
        return []
    known = {fingerprint(node) for node, _, _, _ in _loops(file.base.tree)} if file.base else set()
    listers = _Listers(file, project)
    signals = []
    for node, rows, body, names in found:
        lists = listers.of(rows)
        looked = _looked_up((node, rows, body, names), tables)
        if not lists or fingerprint(node) in known or any(_is_gone_through(file.tree, table) for table in looked):
            continue
        if not any(lists & listers.of(side) for side in _asserted(file.tree, node)):
            signals.append(file.signal("listed_rows", rows))
    return signals


def _loops(tree):
    """Loops of tests: the node, its rows, what is done with each of them, and what it is called there."""
    for node in walk(tree):
        if isinstance(node, (ast.For, ast.AsyncFor)):
            yield node, node.iter, node.body, names_in(node.target)
        elif isinstance(node, COMPREHENSIONS):
            for part in node.generators:
                yield node, part.iter, [node], names_in(part.target)
        elif isinstance(node, FUNCTIONS + (ast.ClassDef,)):
            rows = {}
            for mark in node.decorator_list:
                for name, given in parametrized_by(mark):
                    rows.setdefault(given, set()).add(name)
            for given, names in rows.items():
                yield node, given, node.body, names


def _looked_up(loop, tables):
    """Tables that are asked for the row of a name."""
    _, _, body, names = loop
    found = set()
    for node in (node for statement in body for node in walk(statement)):
        key = None
        if isinstance(node, ast.Subscript):
            table, key = node.value, node.slice
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get" and node.args:
            table, key = node.func.value, node.args[0]
        if key is not None and isinstance(table, ast.Name) and table.id in tables and names_in(key) & names:
            found.add(table.id)
    return found


def _is_table(value):
    if isinstance(value, ast.Call) and len(value.args) == 1:
        value = value.args[0]
    if isinstance(value, ast.Dict):
        return len(value.keys) > 1 and all(isinstance(key, ast.Constant) for key in value.keys)
    return isinstance(value, (ast.List, ast.Tuple)) and len(value.elts) > 1


def _is_gone_through(tree, table):
    """Whether something goes through a table itself, and looks at its rows."""
    for node in walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in ("items", "values") and dotted(node.value) == table:
            return True
    return any(_is_own(loop[1], table) and (_looked_up(loop, {table}) or _is_list(tree, table)) for loop in _loops(tree))


def _is_own(rows, table):
    while isinstance(rows, ast.Call):
        rows = rows.args[0] if rows.args else rows.func.value if isinstance(rows.func, ast.Attribute) else None
    return isinstance(rows, ast.Name) and rows.id == table


def _is_list(tree, table):
    return any(
        isinstance(node, ast.Assign) and isinstance(node.value, (ast.List, ast.Tuple)) and dotted(node.targets[0]) == table
        for node in walk(tree)
    )


class _Listers:
    """What rows come from, and what leaves some of them out, as far as the change adds or edits it."""

    def __init__(self, file, project):
        self.file = file
        self.project = project

    def of(self, rows, depth=0):
        if rows is None or depth > DEPTH:
            return set()
        further = lambda nodes: {name for node in nodes for name in self.of(node, depth + 1)}
        if isinstance(rows, ast.Name):
            values = self.file.values.get(rows.id)
            return self._imported(rows) if values is None else further(values)
        if isinstance(rows, ast.Attribute):
            return self._imported(rows) | further([rows.value])
        if isinstance(rows, (ast.List, ast.Tuple, ast.Set)):
            return further(item.value for item in rows.elts if isinstance(item, ast.Starred))
        if isinstance(rows, COMPREHENSIONS):
            tests = [node for part in rows.generators for test in part.ifs for node in walk(test)]
            asked = [node.func for node in tests if isinstance(node, ast.Call)]
            return further([part.iter for part in rows.generators] + asked)
        if not isinstance(rows, ast.Call):
            return set()
        name = dotted(rows.func)
        own = self.file.defined.get(name)
        if isinstance(own, FUNCTIONS):
            return further(node.value for node in walk(own) if isinstance(node, ast.Return))
        if name == "filter":
            return further(rows.args)
        if name in PASSED_ON:
            return further(rows.args[:1])
        return self._imported(rows.func) | (further([rows.func.value]) if isinstance(rows.func, ast.Attribute) else set())

    def _imported(self, node):
        parts = dotted(node).split(".")
        module, name = self.file.modules.get(parts[0], ("", ""))
        if not module or not self.project.is_code(self.project.files_of(module, name, self.file.path)):
            return set()
        return {part for part in parts[1:] + [name] if part in self.project.changed}


def _asserted(tree, loop):
    """What is said elsewhere of what is there: which, how many, or that one is."""
    inside = set(walk(loop))
    for node in walk(tree):
        if node in inside or not isinstance(node, (ast.Assert, ast.Expr)) or loop in walk(node):
            continue
        if isinstance(node, ast.Assert):
            yield from _sides(node.test)
            continue
        call = call_of(node)
        name = "" if call is None else last_name(call.func)
        if name == "assertTrue":
            yield from _sides(call.args[0]) if call.args else ()
        elif name.startswith("assert") and not name.startswith(("assertGreater", "assertNot")):
            yield from call.args[:2]


def _sides(test):
    if isinstance(test, ast.BoolOp):
        return [side for value in test.values for side in _sides(value)]
    if not isinstance(test, ast.Compare) or isinstance(test.ops[0], (ast.NotEq, ast.IsNot, ast.NotIn)):
        return []
    sides = [test.left] + test.comparators
    counted = any(isinstance(node, ast.Call) and dotted(node.func) == "len" for node in walk(test))
    return [] if counted and not isinstance(test.ops[0], ast.Eq) else sides
