"""Head's text with the bodies of what head adds or changes replaced (verification.md, RED → GREEN)."""

import ast

from .change import ASSIGNMENTS, Change, assigned_names, declarations, read_modules
from .mark import runtime_text
from .stub_class import AddedClass, ExistingClass
from .stub_function import either, stub_function
from .stub_value import Constants, replaced_text
from .syntax import FUNCTIONS, is_docstring, last_name, scope_statements

PROLOGUE = (
    "import builtins as _baton_builtins; "
    'hasattr(_baton_builtins, "_baton_stub") or exec(%r, {"VALUE": %r, "__name__": "_baton_stub"}); '
    "_baton_stub = _baton_builtins._baton_stub"
)


def stub_files(files, value):
    prologue = PROLOGUE % (runtime_text("stub_runtime.py"), value)
    change = Change(read_modules(files))
    kept = kept_bases(change)
    return [ModuleStubber(change, module, kept).stub(prologue) for module in change.modules]


class ModuleStubber:
    def __init__(self, change, module, kept):
        self.change = change
        self.module = module
        self.source = module.head
        self.constants = Constants(change, module)
        self.classes = {
            node.name: node for _, node in declarations(self.source.tree.body) if isinstance(node, ast.ClassDef)
        }
        self.added = AddedClass(self.source, self.classes, kept)
        self.existing = ExistingClass(self.source, change, self._class)

    def stub(self, prologue):
        symbols = []
        for statement in scope_statements(self.source.tree.body):
            symbols += self._statement(statement)
        if symbols:
            insert_prologue(self.source, prologue)
        return {"path": self.module.path, "text": self.source.edited(), "symbols": list(dict.fromkeys(symbols))}

    def _statement(self, statement):
        if isinstance(statement, FUNCTIONS):
            return self._function(statement)
        if isinstance(statement, ast.ClassDef):
            return self._class(statement, statement.name)
        if isinstance(statement, ASSIGNMENTS) and id(statement) in self.constants.replaced:
            self._constant(statement)
            return assigned_names(statement)
        if isinstance(statement, ast.AugAssign) and last_name(statement.target) in self.constants.tainted:
            self.source.replace(self.source.start(statement), self.source.end(statement), "pass")
        return []

    def _function(self, node):
        if not self.change.is_changed(node.name, node):
            return []
        early = node.name in self.change.called_early
        return [node.name] if stub_function(self.source, node, in_class=False, early=early) else []

    def _class(self, node, qualified):
        if self.change.existed(self.module, qualified) or node.name in self.change.parents_of_existing:
            return self.existing.stub(node, qualified, self.constants.needs)
        return self.added.stub(node, qualified)

    def _constant(self, statement):
        value = statement.value
        if isinstance(value, ast.Lambda):
            either(self.source, value.body)
        else:
            self.source.replace(self.source.keyword(value), self.source.end(value), replaced_text(statement))


def kept_bases(change):
    """Plain classes of the changed files: those head adds (stubbed as well), and those without a foreign base."""
    nodes = {}
    added = set()
    for module in change.modules:
        for name, node in declarations(module.head.tree.body):
            if isinstance(node, ast.ClassDef):
                nodes[node.name] = node
                if not change.existed(module, name) and node.name not in change.parents_of_existing:
                    added.add(node.name)
    kept = {}
    for name, node in nodes.items():
        if name in added or _is_plain(node, nodes, ()):
            kept[name] = name in added and not any(last_name(base) == "Protocol" for base in node.bases)
    return kept


def insert_prologue(source, prologue):
    """After the docstring and `from __future__` imports, which must come first."""
    for statement in source.tree.body:
        future = isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
        if not is_docstring(statement) and not future:
            start = source.start(statement)
            alone = source.indentation(start) is not None
            source.insert(start, prologue + (source.newline if alone else "; "))
            return


def _is_plain(node, nodes, seen):
    """Whether neither a metaclass nor a base from elsewhere acts when a class derives from this one."""
    return not node.keywords and all(
        last_name(base) in ("object", "ABC", "Generic", "Protocol")
        or (last_name(base) in nodes and base.id not in seen and _is_plain(nodes[base.id], nodes, seen + (base.id,)))
        if isinstance(base, ast.Name)
        else last_name(base) in ("object", "ABC", "Generic", "Protocol")
        for base in node.bases
    )
