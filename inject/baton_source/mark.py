"""Head's text with the guards of a stub, none of which answers: what it does is what head does, line by line."""

import base64
import os

from .change import Change, declarations, read_modules
from .stub_function import STUBBED, UNTOUCHED, answer_of
from .syntax import FUNCTIONS, body_of

MARKED = (
    'exec(__import__("base64").b64decode(%r).decode("utf-8"), {"__name__": "_baton_mark"})'
    "; __import__(\"builtins\")._baton_mark(%r, %r, globals())\n"
)


def runtime_text(name):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), name), encoding="utf-8") as file:
        return file.read()


def mark_files(files):
    change = Change(read_modules(files))
    guards = {module.path: _guards(change, module) for module in change.modules}
    runtime = "STUB = %r\n%s" % (runtime_text("stub_runtime.py"), runtime_text("mark_runtime.py"))
    return [
        {"path": file["path"], "text": _marked(runtime, file["head"], guards.get(file["path"], {})), "symbols": [file["path"]]}
        for file in files
    ]


def _guards(change, module):
    """Where each changed function stands, with the place of its guard in its body and the guard."""
    found = {}
    for name, node in declarations(module.head.tree.body):
        if isinstance(node, FUNCTIONS) and change.is_changed(name, node) and body_of(node) and node.name not in UNTOUCHED:
            answer = answer_of(node, "." in name, node.name in change.called_early)
            index = len(node.body) - len(body_of(node))
            found[(node.lineno, node.col_offset)] = (index, "if %s: %s" % (STUBBED, answer))
    return found


def _marked(runtime, text, guards):
    """Packed, so that no word of the text can be found in it."""
    return MARKED % (_packed(runtime), _packed(text), guards)


def _packed(text):
    return base64.b64encode(text.encode("utf-8")).decode("ascii")
