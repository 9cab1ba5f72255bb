"""One text a changed function, without that function's body (R6: the harness's own mutation)."""

import ast

from .change import Change, declarations, is_trivial_declaration, read_modules
from .stub_function import SPECIAL, UNTOUCHED, replace_body
from .syntax import FUNCTIONS, body_of, is_generator
from .text import parse


def mutate_files(files):
    change = Change(read_modules(files))
    texts = {file["path"]: file["head"] for file in files}
    answers = []
    for module in change.modules:
        for at, (name, node) in enumerate(declarations(module.head.tree.body)):
            if isinstance(node, FUNCTIONS) and change.is_changed(name, node) and _has_work(node):
                answers.append(_without_body(module.path, texts[module.path], at, name))
    return answers


def _has_work(node):
    """Methods that Python itself calls keep their bodies; so does what has none (a protocol's), or only says `return`."""
    if is_trivial_declaration(node) or node.name in UNTOUCHED or node.name in SPECIAL:
        return False
    return not all(
        isinstance(statement, ast.Pass)
        or (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant))
        or (isinstance(statement, ast.Return) and getattr(statement.value, "value", statement.value) is None)
        for statement in body_of(node)
    )


def _without_body(path, text, at, name):
    source = parse(text)
    node = list(declarations(source.tree.body))[at][1]
    if not is_generator(node):
        gone = "return None"
    else:
        gone = "return; yield"
    replace_body(source, node, gone)
    last = node.body[-1]
    return {
        "path": path,
        "text": source.edited(),
        "symbol": name,
        "line": node.lineno,
        "end_line": getattr(last, "end_lineno", None) or node.lineno,
    }
