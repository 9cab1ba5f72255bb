"""What functions say that head adds or changes, and what tests ask: see `WrittenBody` and `TestWords` of the port."""

import ast
import re

from .change import Change, declarations, is_trivial_declaration, read_modules
from .syntax import FUNCTIONS, body_of, is_generator, last_name, own_nodes
from .text import parse

NOT_WRITTEN = re.compile(
    r"\bnot[\s_-]*(?:yet[\s_-]*)?(?:implemented|written|done)\b|\bunimplemented\b|\bNotImplemented\w*|\bto-?do\b|\bfixme\b"
    r"|\bimplement me\b",
    re.IGNORECASE,
)
WORK = {"says": "work", "keys": [], "answers": []}
# What only makes a key of what was given.
KEYS = {"str", "tuple", "repr", "int", "strip", "lower", "join", "dumps", "sorted", "frozenset"}
DOES = FUNCTIONS + (ast.Lambda, ast.For, ast.While, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.With, ast.comprehension, ast.Try)
# An object with nothing in it; any other call may be work.
MADE = re.compile(r"[A-Z]|(?:dict|list|set|tuple|str|int|float|bool|bytes|frozenset|object)$")
REPLACING = {"setattr", "patch", "object", "delattr"}


def find_bodies(files):
    change = Change(read_modules(files))
    found = []
    for module in change.modules:
        classes = {name: node for name, node in declarations(module.head.tree.body) if isinstance(node, ast.ClassDef)}
        tables = {
            name: node.value for name, node in declarations(module.head.tree.body) if isinstance(node, (ast.Assign, ast.AnnAssign))
        }
        for name, node in declarations(module.head.tree.body):
            if isinstance(node, FUNCTIONS):
                owner = classes.get(name.rpartition(".")[0])
                said = _said(node, owner, tables) if change.is_changed(name, node) else WORK
                found.append(
                    dict(
                        said,
                        path=module.path,
                        line=node.lineno,
                        excerpt=" ".join(module.head.segment(node).split())[:120],
                        name=node.name,
                        isMember=owner is not None,
                    )
                )
    return found


def _said(node, owner, tables):
    # Who inherits, or is decorated, answers in the place of another.
    heir = owner is not None and any(last_name(base) != "object" for base in owner.bases)
    if heir or is_trivial_declaration(node) or is_generator(node) or (owner is not None and node.decorator_list):
        return WORK
    body = body_of(node)
    if len(body) == 1 and isinstance(body[0], ast.Raise) and body[0].exc is not None:
        return dict(WORK, says="unfinished") if NOT_WRITTEN.search(_text(body[0].exc)) else WORK
    given = _given(node, owner)
    return (_Fixed(node, given, tables).said() if given else None) or WORK


def _text(node):
    return " ".join(
        part.id if isinstance(part, ast.Name) else str(part.value)
        for part in ast.walk(node)
        if isinstance(part, (ast.Name, ast.Constant))
    )


def _given(node, owner):
    arguments = node.args
    names = [one.arg for one in getattr(arguments, "posonlyargs", []) + arguments.args + arguments.kwonlyargs]
    names += [one.arg for one in (arguments.vararg, arguments.kwarg) if one is not None]
    return set(names[1:] if owner is not None else names)


class _Fixed:
    """What a function answers that looks at nothing it is given, or only compares it with constants."""

    def __init__(self, node, given, tables):
        self.node = node
        self.given = given
        self.tables = tables
        self.parents = {child: parent for parent in ast.walk(node) for child in ast.iter_child_nodes(parent)}

    def said(self):
        nodes = list(own_nodes(ast.Module(body=body_of(self.node), type_ignores=[])))
        keys, answers, used = [], [], False
        for node in nodes:
            if isinstance(node, ast.Name) and node.id in self.given:
                used = True
                compared = self._compared(node)
                if compared is None:
                    return None
                keys += compared
            if isinstance(node, ast.Return) and node.value is not None:
                told = self._answers(node.value)
                if told is None:
                    return None
                answers += told
        body = [statement for statement in body_of(self.node) if not self._names(statement)]
        if (used and any(isinstance(node, DOES) for node in nodes)) or (not used and len(body) != 1):
            return None
        if not answers:
            return None
        return {"says": "table" if keys else "constant", "keys": sorted(set(keys)), "answers": answers}

    @staticmethod
    def _names(statement):
        """`result = 12`"""
        return isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name) and _constant(statement.value) is not None

    def _held(self, name):
        local = {one.targets[0].id: one.value for one in body_of(self.node) if self._names(one)}
        return local.get(name, self.tables.get(name))

    def _compared(self, node):
        value = self._as_key(node)
        parent = self.parents.get(value)
        if isinstance(parent, ast.Compare) and len(parent.ops) == 1 and isinstance(parent.ops[0], (ast.Eq, ast.NotEq)):
            other = parent.comparators[0] if parent.left is value else parent.left
            return _constants([other])
        if isinstance(parent, ast.Compare) and isinstance(parent.ops[0], ast.In) and parent.left is value:
            table = self._table(parent.comparators[0])
            return None if table is None else table[0]
        if type(parent).__name__ == "Match" and parent.subject is value:
            return _patterns(parent.cases)
        table = self._look_up(self._subscript(parent)) if parent is not None else None
        if table is not None:
            return table[0]
        return [] if value is node and isinstance(parent, ast.Return) else None

    def _as_key(self, node):
        value = node
        while True:
            parent = self.parents.get(value)
            whole = isinstance(parent, ast.Tuple) and all(
                isinstance(one, ast.Name) and one.id in self.given for one in parent.elts
            )
            called = isinstance(parent, ast.Call) and last_name(parent.func) in KEYS and (value in parent.args or value is parent.func)
            own = isinstance(parent, ast.Attribute) and parent.attr in KEYS
            if not (whole or called or own):
                return value
            value = parent

    def _subscript(self, node):
        """Before Python 3.9 an index has a node of its own."""
        return self.parents.get(node) if type(node).__name__ == "Index" else node

    def _look_up(self, node):
        """`TABLE[key]`, `TABLE.get(key, "")`: keys and values."""
        if isinstance(node, ast.Subscript):
            return self._table(node.value)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
            table = self._table(node.func.value)
            rest = _constants(node.args[1:])
            return None if table is None or rest is None else (table[0], table[1] + rest)
        return None

    def _table(self, node):
        if isinstance(node, ast.Name):
            node = self.tables.get(node.id)
        if not isinstance(node, ast.Dict) or None in node.keys:
            return None
        keys, values = _constants(node.keys), _constants(node.values)
        return None if keys is None or values is None else (keys, values)

    def _answers(self, value):
        if isinstance(value, ast.Name) and value.id in self.given:
            return []
        if isinstance(value, ast.Name):
            held = self._held(value.id)
            return None if held is None else _constants([held])
        if isinstance(value, ast.IfExp):
            return self._all([value.body, value.orelse])
        if isinstance(value, ast.BoolOp):
            return self._all(value.values)
        if isinstance(value, ast.Constant) and value.value is None:
            return []
        table = self._look_up(value)
        return table[1] if table is not None else _constants([value])

    def _all(self, values):
        told = [self._answers(value) for value in values]
        return None if None in told else [one for part in told for one in part]


def _patterns(cases):
    values = []
    for case in cases:
        for node in ast.walk(case.pattern):
            kind = type(node).__name__
            if kind == "MatchValue":
                values.append(node.value)
            elif kind in ("MatchAs", "MatchStar") and node.name is not None or kind in ("MatchClass", "MatchMapping"):
                return None
        if case.guard is not None:
            return None
    return _constants(values)


def _constants(nodes):
    """Constants as the texts that they stand for; None where anything else is among them."""
    texts = []
    for node in nodes:
        text = _constant(node)
        if text is None:
            return None
        texts.append(text)
    return texts


def _constant(node):
    if isinstance(node, ast.Constant):
        return _literal(node.value)
    if isinstance(node, ast.Call) and not node.args and not node.keywords and MADE.match(last_name(node.func)):
        return last_name(node.func) + "()"
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
    return _literal(value)


def _literal(value):
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    return repr(value)


def find_words(files):
    """What tests call, or put something in the place of, and the constants that stand in them."""
    found = []
    for file in files:
        source = parse(file["text"])
        if source is None:
            continue
        calls, constants = set(), set()
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Call):
                calls.add(last_name(node.func))
                given = _constants(node.args) if len(node.args) > 1 else None
                if given is not None:
                    constants.add(",".join(given))
                if last_name(node.func) in REPLACING:
                    calls.update(str(part.value).rpartition(".")[2] for part in node.args if isinstance(part, ast.Constant))
            elif isinstance(node, ast.expr):
                text = _constant(node)
                if text is not None:
                    constants.add(text)
        found.append({"path": file["path"], "calls": sorted(calls), "constants": sorted(constants)})
    return found
