"""Files whose change is of comments and documentation alone."""

import ast

from .text import parse_apart

DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
EXAMPLE = ">>>"


def find_said_only(files):
    return [file["path"] for file in files if file["base"] is not None and _says_only(file["base"], file["head"])]


def _says_only(base, head):
    before, after = parse_apart(base), parse_apart(head)
    return before is not None and after is not None and _run_of(before.tree) == _run_of(after.tree)


def _run_of(tree):
    """The tree without its documentation. Examples in it are tests."""
    for node in ast.walk(tree):
        if not isinstance(node, DOCUMENTED):
            continue
        said = ast.get_docstring(node, clean=False)
        if said is not None and EXAMPLE not in said:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.dump(tree)
