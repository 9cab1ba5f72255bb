"""Runs inside a marked project: executes a packed text with its guards. `STUB` is set by the text around it."""

import ast
import base64
import builtins
import warnings

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def run(packed, guards, namespace):
    """`guards`: line and column of a function to where in its body a statement goes, and that statement."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = ast.parse(base64.b64decode(packed).decode("utf-8-sig"))
    for node in ast.walk(tree):
        place = guards.get((node.lineno, node.col_offset)) if isinstance(node, FUNCTIONS) else None
        if place is not None:
            index, text = place
            added = ast.parse(text).body
            for part in ast.walk(added[0]):
                ast.copy_location(part, node.body[index])
            node.body[index:index] = added
    namespace["_baton_stub"] = builtins._baton_stub
    exec(compile(tree, namespace["__file__"], "exec", 0, True), namespace)


if not hasattr(builtins, "_baton_stub"):
    exec(STUB, {"VALUE": "off", "__name__": "_baton_stub"})
builtins._baton_mark = run
