"""Head's text, whose changed functions give tests another answer than everybody else."""

import ast

from .change import Change, declarations, read_modules
from .mark import runtime_text
from .stub import insert_prologue
from .syntax import FUNCTIONS, is_generator, own_nodes

PROLOGUE = 'exec(%r, globals().setdefault("_baton_variant", {})); _baton_variant = _baton_variant["variant"]'


def vary_files(files, tests, is_loud, is_frozen, is_near, only):
    change = Change(read_modules(files))
    runtime = "TESTS = %r\nLOUD = %r\nFROZEN = %r\nNEAR = %r\n%s" % (
        [(test["path"], test["text"]) for test in tests],
        is_loud,
        is_frozen,
        is_near,
        runtime_text("vary_runtime.py"),
    )
    return [answer for module in change.modules for answer in _varied(change, module, PROLOGUE % runtime, only)]


def _varied(change, module, prologue, only):
    source = module.head
    symbols = []
    for name, node in declarations(source.tree.body):
        if not isinstance(node, FUNCTIONS) or not change.is_changed(name, node) or _is_special(node):
            continue
        if only is not None and name not in only:
            continue
        for answer in own_nodes(node):
            if isinstance(answer, ast.Return) and answer.value is not None:
                symbols.append(name)
                source.insert(source.keyword(answer.value), "_baton_variant((")
                told = "%s:%d %s" % (module.path, node.lineno, name)
                source.insert(source.end(answer.value), "), %r)" % told)
    if not symbols:
        return []
    insert_prologue(source, prologue)
    return [{"path": module.path, "text": source.edited(), "symbols": list(dict.fromkeys(symbols))}]


def _is_special(node):
    """Python itself asks for these; a generator's answers are no one's in particular."""
    return (node.name.startswith("__") and node.name.endswith("__")) or is_generator(node)
