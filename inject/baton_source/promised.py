"""Classes of the project that only say what others have to do: who extends one reaches no code of the project by it."""

import ast
import builtins

from .bodies import NOT_WRITTEN, text_of_names
from .names import imports_of
from .syntax import FUNCTIONS, body_of, decorator_names, dotted, last_name, scope_statements, walk
from .text import parse

PLAIN_BASES = {"object", "ABC", "Protocol", "Generic"}
PLAIN_MARKS = {"runtime_checkable", "final", "abstractmethod", "abstractproperty", "property", "staticmethod", "classmethod", "override"}
DEPTH = 6


class Promises:
    def __init__(self, texts, files_of):
        self.texts = texts
        self.files_of = files_of
        self.trees = {}

    def only(self, path, name, heir=None, depth=0):
        """Whether a file has a class of that name, or hands one on, without a body that its heir, or anybody, could reach."""
        tree = self._tree(path)
        if tree is None or depth > DEPTH:
            return False
        for statement in scope_statements(tree.body):
            if isinstance(statement, ast.ClassDef) and statement.name == name:
                return self._promises(path, statement, heir, depth)
        return self._imported(path, name, heir, depth)

    def _tree(self, path):
        if path not in self.trees:
            source = parse(self.texts[path]) if path in self.texts else None
            self.trees[path] = None if source is None else source.tree
        return self.trees[path]

    def _imported(self, path, name, heir, depth):
        module, original = imports_of(self._tree(path)).get(name, ("", ""))
        paths = self.files_of(module, original, path) if original else []
        return bool(paths) and all(self.only(one, original, heir, depth + 1) for one in paths)

    def _promises(self, path, node, heir, depth):
        # An error, a protocol; what stands for itself is used as it is.
        if heir is None and not node.bases:
            return False
        if decorator_names(node) - PLAIN_MARKS or any(one.arg != "metaclass" or last_name(one.value) != "ABCMeta" for one in node.keywords):
            return False
        written, called = ({}, set()) if heir is None else (own_methods(heir), called_above(heir))
        for statement in body_of(node):
            if isinstance(statement, FUNCTIONS):
                is_reached = statement.name not in written or statement.name in called
                if is_reached and not says_nothing(statement) and not keeps_given(statement):
                    return False
            elif isinstance(statement, (ast.Assign, ast.AnnAssign)):
                if statement.value is not None and (heir is None or not isinstance(statement.value, (ast.Constant, ast.Tuple))):
                    return False
            elif not isinstance(statement, ast.Pass) and not _is_constant(statement):
                return False
        return all(self._is_plain(path, dotted(base), heir, depth) for base in node.bases)

    def _is_plain(self, path, base, heir, depth):
        name = base.rpartition(".")[2]
        if name in PLAIN_BASES:
            return True
        known = getattr(builtins, name, None)
        if isinstance(known, type) and issubclass(known, BaseException):
            return True
        return "." not in base and self.only(path, base, heir, depth + 1)


def own_methods(node):
    return {one.name: one for one in node.body if isinstance(one, FUNCTIONS)}


def called_above(node):
    """`super().put(…)`, `Outbox.put(self, …)`: what a class has its bases do after all."""
    bases = {last_name(base) for base in node.bases}
    attributes = [one for one in walk(node) if isinstance(one, ast.Attribute)]
    return {one.attr for one in attributes if last_name(one.value) in bases | {"super"}}


def says_nothing(function):
    """No body, or one that only says that it is not written."""
    if decorator_names(function) - PLAIN_MARKS:
        return False
    for statement in body_of(function):
        if isinstance(statement, ast.Raise):
            if statement.exc is None or not NOT_WRITTEN.search(text_of_names(statement.exc)):
                return False
        elif isinstance(statement, ast.Return):
            if statement.value is not None and dotted(statement.value) != "NotImplemented" and not isinstance(statement.value, ast.Constant):
                return False
        elif not isinstance(statement, ast.Pass) and not _is_constant(statement):
            return False
    return True


def keeps_given(function):
    """A constructor that only keeps what it is given."""
    return function.name == "__init__" and all(
        isinstance(one, (ast.Assign, ast.AnnAssign)) and isinstance(one.value, (ast.Name, ast.Constant)) for one in body_of(function)
    )


def _is_constant(statement):
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
