"""A change of a project as its tests see it: which names lead to code, and which of them the change adds or edits."""

import ast
import posixpath

from .names import assigned, imports_of
from .promised import Promises
from .syntax import FUNCTIONS, fingerprint, walk
from .text import parse

DEFINITIONS = FUNCTIONS + (ast.ClassDef,)


class Project:
    def __init__(self, request):
        self.paths = set(request["paths"])
        self.test_paths = set(request["testPaths"])
        before = [items_of(file["text"]) for file in request["before"]]
        self.changed_paths = {file["path"] for file in request["code"]}
        texts = {file["path"]: file["text"] for file in request.get("around", []) + request["code"]}
        self.promises = Promises(texts, self.files_of)
        self.changed = set()
        for file in request["code"]:
            self.changed |= changed_items(items_of(file["text"]), before)

    def files_of(self, module, name, path):
        """Files that `from module import name` in a file may load; none where it is no part of the project."""
        level = len(module) - len(module.lstrip("."))
        if level:
            folder = path
            for _ in range(level):
                folder = posixpath.dirname(folder)
            start = [part for part in (folder.replace("/", "."), module.lstrip(".")) if part]
            wanted = ".".join(start)
            found = [file for file in self.paths if name and _module_of(file) == (wanted + "." + name).lstrip(".")]
            return found or [file for file in self.paths if _module_of(file) == wanted]
        fits = lambda file, of: _module_of(file) == of or _module_of(file).endswith("." + of)
        found = [file for file in self.paths if name and fits(file, module + "." + name)]
        return found or [file for file in self.paths if fits(file, module)]

    def is_code(self, files):
        return any(file not in self.test_paths for file in files)


class File:
    """A file of tests: its imports, what its names are given, and what it defines."""

    def __init__(self, path, source, base):
        self.path = path
        self.source = source
        self.tree = source.tree
        self.base = base
        self.modules = imports_of(source.tree)
        self.values = {}
        self.defined = {node.name: node for node in source.tree.body if isinstance(node, DEFINITIONS)}
        for node in walk(source.tree):
            for target, value in assigned(node):
                if isinstance(target, ast.Name):
                    self.values.setdefault(target.id, []).append(value)
        now = items_of_tree(source.tree)
        self.changed = changed_items(now, [items_of_tree(base.tree)] if base else [])

    def signal(self, kind, node):
        excerpt = " ".join(self.source.line(node.lineno).split())
        shown = excerpt if len(excerpt) <= 120 else excerpt[:119] + "…"
        return {"kind": kind, "path": self.path, "line": node.lineno, "excerpt": shown}


def files_in(request):
    found = []
    for file in request["files"]:
        head = parse(file["head"])
        base = parse(file["base"]) if file["base"] is not None else None
        if head is not None and (base is not None or file["base"] is None):
            found.append(File(file["path"], head, base))
    return found


def loaded_by(tree):
    """What a file loads when it runs: what it calls it, with its module and name."""
    guards = [node for node in walk(tree) if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)]
    only_types = {inner for guard in guards for inner in walk(guard)}
    found = [node for node in walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom)) and node not in only_types]
    return [pair for node in found for pair in imports_of(ast.Module([node], [])).items()]


def items_of(text):
    source = parse(text)
    return {} if source is None else items_of_tree(source.tree)


def items_of_tree(tree):
    """What a file defines by name: how it is written, and the names in it."""
    items = {}
    for node in tree.body:
        names = [node.name] if isinstance(node, DEFINITIONS) else []
        names += [target.id for target, _ in assigned(node) if isinstance(target, ast.Name)]
        for name in names:
            text, uses = items.get(name, ("", set()))
            items[name] = (text + fingerprint(node), uses | {part.id for part in walk(node) if isinstance(part, ast.Name)})
    return items


def changed_items(items, before):
    """Those that base has nowhere so, and those that lean on them."""
    known = {(name, text) for file in before for name, (text, _) in file.items()}
    changed = {name for name, (text, _) in items.items() if (name, text) not in known}
    size = -1
    while size != len(changed):
        size = len(changed)
        changed |= {name for name, (_, uses) in items.items() if uses & changed}
    return changed


def _module_of(path):
    module = path[: -len(".py")] if path.endswith(".py") else path
    return (module[: -len("/__init__")] if module.endswith("/__init__") else module).replace("/", ".")
