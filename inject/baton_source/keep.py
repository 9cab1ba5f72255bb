"""Head's code with base's examples in its documentation: doctests stand in the code that they are about."""

import ast

from .syntax import FUNCTIONS, is_docstring, scope_statements
from .text import parse

PROMPT = ">>>"


def keep_examples(files):
    """Files whose examples head changed. Those of what head no longer has are gone, and show by their names."""
    answers = []
    for file in files:
        base = parse(file["base"]) if PROMPT in (file["base"] or "") else None
        head = parse(file["head"]) if base is not None else None
        if head is not None and _restore(base, head):
            answers.append({"path": file["path"], "text": head.edited()})
    return answers


def _restore(base, head):
    places = dict(_documented(head.tree))
    for name, node in _documented(base.tree):
        told = node.body[0] if node.body and is_docstring(node.body[0]) else None
        if told is None or PROMPT not in told.value.value or name not in places:
            continue
        _put(head, places[name].body, base.segment(told))
    return head.edits


def _put(head, body, text):
    """In the place of what documents it there, else before its first statement."""
    first = body[0] if body else None
    if first is not None and is_docstring(first):
        if head.segment(first) != text:
            head.replace(head.start(first), head.end(first), text)
        return
    position = head.start(first) if first is not None else 0
    indentation = head.indentation(position)
    head.insert(position, text + ("; " if indentation is None else head.newline + indentation))


def _documented(tree, prefix=""):
    """The module, its classes and functions by qualified name; of two with one name the last, as when it runs."""
    if not prefix:
        yield "", tree
    for statement in scope_statements(tree.body):
        if isinstance(statement, FUNCTIONS + (ast.ClassDef,)):
            name = prefix + statement.name
            yield name, statement
            if isinstance(statement, ast.ClassDef):
                yield from _documented(statement, name + ".")
