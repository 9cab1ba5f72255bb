"""Rows of a test that the code which it asserts about chooses itself: it runs only those that are answered as they want."""

import ast

from .guards import guarded_rows, names_in
from .names import assigned, imports_of
from .said import STANDARD
from .syntax import FUNCTIONS, dotted, last_name, walk

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp)
PASSED_ON = {"enumerate", "sorted", "reversed", "list", "tuple", "iter", "set"}
NO_CODE = STANDARD | {"pytest"}


def chosen_rows(tree):
    """The lines at which rows are used that were picked so, before the loop or in it."""
    chooser = _Chooser(tree)
    return [rows.lineno for rows, body in _uses(tree) if chooser.picks_for(rows, body)] + guarded_rows(tree, chooser)


def _uses(tree):
    """Rows, and what is done with each of them."""
    for node in walk(tree):
        if isinstance(node, (ast.For, ast.AsyncFor)):
            yield node.iter, node.body
        elif isinstance(node, FUNCTIONS):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and last_name(mark) == "parametrize" and len(mark.args) > 1:
                    yield mark.args[1], node.body


class _Chooser:
    def __init__(self, tree):
        self.modules = imports_of(tree)
        self.values = {}
        self.behind = {}
        for node in walk(tree):
            for target, value in assigned(node):
                if isinstance(target, ast.Name) and value is not None:
                    self.values.setdefault(target.id, []).append(value)
            if isinstance(node, FUNCTIONS):
                self.values.setdefault(node.name, []).append(node)

    def picks_for(self, rows, body):
        asked = {name for statement in body for name in self._asked(statement)}
        return any(asked & self._wanted(pick, names) for pick, names in self._picks(rows, set()))

    def _picks(self, rows, seen):
        """What is asked of the rows on their way, each with the names that a row has there."""
        if rows in seen:
            return
        seen.add(rows)
        further = []
        if isinstance(rows, ast.Name):
            further = self.values.get(rows.id, [])
        elif isinstance(rows, (ast.List, ast.Tuple)):
            further = [item.value for item in rows.elts if isinstance(item, ast.Starred)]
        elif isinstance(rows, COMPREHENSIONS):
            for part in rows.generators:
                yield from ((test, names_in(part.target)) for test in part.ifs)
            further = [part.iter for part in rows.generators]
        elif isinstance(rows, ast.Call) and dotted(rows.func) == "filter" and len(rows.args) == 2:
            for function in self.values.get(dotted(rows.args[0]), []) + [rows.args[0]]:
                if isinstance(function, FUNCTIONS + (ast.Lambda,)):
                    yield function, {argument.arg for argument in walk(function.args) if isinstance(argument, ast.arg)}
            further = rows.args[1:]
        elif isinstance(rows, ast.Call) and dotted(rows.func) in PASSED_ON:
            further = rows.args[:1]
        for one in further:
            yield from self._picks(one, seen)

    def _wanted(self, pick, names):
        """Functions whose answer is compared with something of the row."""
        found = set()
        for node in walk(pick):
            if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.Eq, ast.Is)):
                sides = [node.left, node.comparators[0]]
                for side, other in (sides, sides[::-1]):
                    if not self._asked(other) and names_in(other) & names:
                        found |= self._asked(side)
        return found

    def _asked(self, node):
        """Functions that are imported, but for those of Python and of its runner."""
        called = {dotted(inner.func) for inner in walk(node) if isinstance(inner, ast.Call)}
        return {name for name in called if self._is_code(name.partition(".")[0])}

    def values_of(self, name):
        return [value for value in self.values.get(name, []) if not isinstance(value, FUNCTIONS)]

    def asked_through(self, node):
        """The same, also by what the names there are given."""
        found = self._asked(node)
        for name in names_in(node):
            if name not in self.behind:
                self.behind[name] = self._asked_behind(name)
            found |= self.behind[name]
        return found

    def _asked_behind(self, name):
        found, seen, pending = set(), {name}, [name]
        while pending:
            for value in self.values_of(pending.pop()):
                found |= self._asked(value)
                fresh = names_in(value) - seen
                seen |= fresh
                pending += fresh
        return found

    def _is_code(self, first):
        module, _ = self.modules.get(first, ("", ""))
        return bool(module) and module.partition(".")[0] not in NO_CODE
