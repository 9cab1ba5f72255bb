"""Base's text with what only head declares grafted on: what a test has to import is there, what is mended is not."""

import ast

from .change import ASSIGNMENTS, assigned_names
from .syntax import FUNCTIONS, scope_statements
from .text import parse


def graft_files(files):
    answers = []
    for file in files:
        base = parse(file["base"]) if file["base"] is not None else None
        head = parse(file["head"]) if base is not None else None
        added = _added(base, head) if head is not None else []
        if added:
            text = base.edited()
            gap = "" if text.endswith(("\n", "\r")) or not text else base.newline
            answers.append({"path": file["path"], "text": text + gap + base.newline.join(added) + base.newline})
    return answers


def _added(base, head):
    """Statements of head that bind only names which base lacks, as they are written."""
    known = {name for statement in scope_statements(base.tree.body) for name in _bound(statement)}
    taken = []
    for statement in head.tree.body:
        names = [name for part in scope_statements([statement]) for name in _bound(part)]
        if names and not known.intersection(names) or _imports_more(statement, names, known):
            taken.append(statement)
    return [head.data[head.start(statement):head.end(statement)].decode("utf-8") for statement in taken]


def _imports_more(statement, names, known):
    if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
        return False
    return isinstance(statement, (ast.Import, ast.ImportFrom)) and not known.issuperset(names)


def _bound(statement):
    if isinstance(statement, FUNCTIONS + (ast.ClassDef,)):
        return [statement.name]
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        if getattr(statement, "module", None) == "__future__":
            return []
        return [alias.asname or alias.name.split(".")[0] for alias in statement.names]
    if isinstance(statement, ASSIGNMENTS):
        return assigned_names(statement) or []
    return []
