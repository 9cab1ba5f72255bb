"""New tests that assert what a double of the same change answers, and reach no code with it: they prove the double."""

import ast
import posixpath
import re

from .assertions import find_assertions
from .names import SETUP_NAMES, Scope, fixtures_of
from .project import DEFINITIONS, loaded_by
from .syntax import FUNCTIONS, body_of, dotted, fingerprint, last_name, walk

# What leads to no code of the project: other modules may start it, or ask it over a network.
PLAIN = {
    "__future__", "abc", "asyncio", "base64", "collections", "contextlib", "copy", "dataclasses", "datetime", "decimal", "enum",
    "fractions", "functools", "hashlib", "io", "itertools", "json", "math", "operator", "pytest", "random", "re", "statistics",
    "string", "textwrap", "time", "types", "typing", "unittest", "uuid", "warnings",
}  # fmt: skip
# Fixtures of pytest that give nothing of the project.
GIVEN = {"tmp_path", "tmpdir", "capsys", "caplog", "recwarn", "subtests", "self", "cls"}
PATCHES = {"patch", "import_module"}
LEADS_ELSEWHERE = {"open", "exec", "eval", "compile", "__import__", "patch"}
SUPPORT = re.compile(r"^(support|helpers?|utils?|testing|fixtures|mocks|fakes|doubles)$")


class _Elsewhere(Exception):
    """What is reached is code, or may be."""


def tests_alone(file, files, project):
    known = set()
    if file.base is not None:
        known = {_text(node) for node in walk(file.base.tree) if isinstance(node, FUNCTIONS)}
    signals = []
    if any("autouse" in ast.dump(mark) for node in fixtures_of(file.tree) for mark in node.decorator_list):
        return signals
    scope = Scope(file.tree)
    for test, owner in _tests(file.tree):
        if _text(test) in known or not find_assertions(test):
            continue
        try:
            doubles = _Reach(file, files, project, scope).of(test, owner)
        except _Elsewhere:
            continue
        if any(not _is_about(file.path, path) for path in doubles):
            signals.append(file.signal("double_alone", test))
    return signals


def _text(function):
    return "".join(map(fingerprint, body_of(function)))


def _tests(tree):
    for node in tree.body:
        if isinstance(node, FUNCTIONS) and node.name.startswith("test"):
            yield node, None
        for inner in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(inner, FUNCTIONS) and inner.name.startswith("test"):
                yield inner, node


class _Reach:
    def __init__(self, file, files, project, scope):
        self.file = file
        self.files = files
        self.project = project
        self.scope = scope
        self.seen = set()
        self.doubles = set()

    def of(self, test, owner):
        """Files of the doubles that a test calls; raises where it reaches anything else."""
        self._read(test)
        for argument in walk(test.args):
            if isinstance(argument, ast.arg) and argument.arg not in GIVEN | _rows_of(test) | _rows_of(owner):
                self._fixture(argument.arg)
        for base in owner.bases if owner else ():
            if last_name(base) not in ("TestCase", "IsolatedAsyncioTestCase", "object"):
                raise _Elsewhere
        # A method may be called by any other.
        for node in walk(owner or self.file.tree):
            if isinstance(node, FUNCTIONS) and (node.name in SETUP_NAMES or owner and not node.name.startswith("test")):
                self._read(node)
        return self.doubles

    def _fixture(self, name):
        fixture = self.scope.fixtures.get(name)
        if fixture is None:
            raise _Elsewhere
        self._read(fixture)

    def _read(self, root):
        if root in self.seen:
            return
        self.seen.add(root)
        called = {dotted(node.func).partition(".")[0] for node in walk(root) if isinstance(node, ast.Call)}
        uses = Uses(root)
        for node in walk(root):
            if isinstance(node, ast.Attribute) and node.attr in PATCHES:
                raise _Elsewhere
            if not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load) or node in uses.types:
                continue
            if node.id in LEADS_ELSEWHERE:
                raise _Elsewhere
            for value in self.file.values.get(node.id, ()):
                self._read(value)
            own = self.file.defined.get(node.id)
            if own is not None:
                self._read(own)
                if node.id in called and node.id in self.file.changed and not node.id.startswith("test"):
                    self.doubles.add(self.file.path)
            self._imported(node, node.id in called, uses)

    def _imported(self, node, is_called, uses):
        module, name = self.file.modules.get(node.id, ("", ""))
        if not module:
            return
        paths = self.project.files_of(module, name, self.file.path)
        if not paths:
            if module.partition(".")[0] not in PLAIN or module == "unittest.mock" and name == "patch":
                raise _Elsewhere
            return
        if all(uses.only_promise(self.project, path, node, name) for path in paths):
            return
        for path in paths:
            helper = self.files.get(path)
            if helper is None or path not in self.project.test_paths or leads_to_code(helper, self.project):
                raise _Elsewhere
            if is_called and (name in helper.changed or name not in helper.defined and helper.changed):
                self.doubles.add(path)


class Uses:
    """What names in a part of a file stand for: a type that nobody asks, the base of a class, or what is used."""

    def __init__(self, root):
        self.types = set()
        self.bases = {}
        for node in walk(root):
            for type_of in (getattr(node, "annotation", None), getattr(node, "returns", None)):
                if type_of is not None:
                    self.types.update(walk(type_of))
            for base in node.bases if isinstance(node, ast.ClassDef) else ():
                for part in walk(base):
                    if isinstance(part, ast.Name):
                        self.bases[part] = (node, dotted(base).partition(".")[2])

    def only_promise(self, project, path, node, name):
        """Whether a name stands for a class of a file of code that gives nothing where it stands."""
        heir, member = self.bases.get(node, (None, ""))
        return path not in project.test_paths and project.promises.only(path, member or name, heir)


def leads_to_code(helper, project):
    """Whether a helper loads what the change touches, or what nobody can tell from here."""
    uses = Uses(helper.tree)
    for local, (module, name) in loaded_by(helper.tree):
        paths = project.files_of(module, name, helper.path)
        if not paths and module.partition(".")[0] not in PLAIN:
            return True
        if set(paths) & project.changed_paths or name in project.changed and project.is_code(paths):
            used = [node for node in walk(helper.tree) if isinstance(node, ast.Name) and node.id == local]
            asked = [node for node in used if node not in uses.types]
            if not used or not all(uses.only_promise(project, path, node, name) for path in paths for node in asked):
                return True
    return any(isinstance(node, ast.Name) and node.id in LEADS_ELSEWHERE for node in walk(helper.tree))


def _rows_of(node):
    marks = node.decorator_list if isinstance(node, DEFINITIONS) else []
    texts = [part.value for mark in marks for part in walk(mark) if isinstance(part, ast.Constant)]
    return {name.strip() for text in texts if isinstance(text, str) for name in text.split(",")}


def _is_about(path, helper):
    """Tests of a helper, by the name of their file or since they lie beside it among the helpers."""
    plain = lambda name: re.sub(r"[^a-z\d]|tests?", "", name.lower().replace(".py", ""))
    folder = posixpath.basename(posixpath.dirname(helper))
    beside = posixpath.dirname(path) == posixpath.dirname(helper) and SUPPORT.search(folder) is not None
    stem = plain(posixpath.basename(path))
    return path != helper and (beside or stem in (plain(posixpath.basename(helper)), plain(folder)))
