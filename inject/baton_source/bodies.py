"""What functions say that head adds or changes, and what tests ask: see `WrittenBody` and `TestWords` of the port."""

import ast
import re

from .change import Change, declarations, is_trivial_declaration, read_modules
from .syntax import FUNCTIONS, SCOPES, body_of, children, decorator_names, dotted, is_generator, last_name, own_nodes, walk
from .text import parse

NOT_WRITTEN = re.compile(
    r"\bnot[\s_-]*(?:yet[\s_-]*)?(?:implemented|written|done)\b|\bunimplemented\b|\bNotImplemented\w*|\bto-?do\b|\bfixme\b"
    r"|\bimplement me\b",
    re.IGNORECASE,
)
WORK = {"says": "work", "keys": [], "answers": []}
# What only makes a key of what was given.
KEYS = {"str", "tuple", "repr", "int", "strip", "lower", "join", "dumps", "sorted", "frozenset"}
DOES = FUNCTIONS + (ast.Lambda, ast.For, ast.While, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.With, ast.comprehension)
# An object with nothing in it; any other call may be work.
MADE = re.compile(r"[A-Z]|(?:dict|list|set|tuple|str|int|float|bool|bytes|frozenset|object)$")
# What says by itself that a class is there for others to extend.
ABSTRACT = {"ABC", "Protocol", "Interface", "TypedDict"}
# What does no work of its own in a class.
PLAIN = {"__init__", "__new__", "__post_init__", "__repr__", "__str__", "__enter__", "__exit__", "__aenter__", "__aexit__", "__del__"}
REPLACING = {"setattr", "patch", "object", "delattr"}


def find_bodies(files):
    change = Change(read_modules(files))
    found = []
    known = {
        node.name: node for module in change.modules for _, node in declarations(module.head.tree.body) if isinstance(node, ast.ClassDef)
    }
    for module in change.modules:
        classes = {name: node for name, node in declarations(module.head.tree.body) if isinstance(node, ast.ClassDef)}
        tables = {
            name: node.value for name, node in declarations(module.head.tree.body) if isinstance(node, (ast.Assign, ast.AnnAssign))
        }
        for name, node in declarations(module.head.tree.body):
            unwritten = _unwritten_methods(node, known) if isinstance(node, ast.ClassDef) and not change.existed(module, name) else []
            if unwritten:
                said = dict(WORK, says="unfinished_class", keys=unwritten)
                found.append(_told(module, node, said, False))
            if isinstance(node, FUNCTIONS):
                owner = classes.get(name.rpartition(".")[0])
                said = _said(node, owner, tables) if change.is_changed(name, node) else WORK
                found.append(_told(module, node, said, owner is not None))
    return found


def _told(module, node, said, is_member):
    excerpt = " ".join(module.head.segment(node).split())[:120]
    return dict(said, path=module.path, line=node.lineno, excerpt=excerpt, name=node.name, isMember=is_member)


def _unwritten_methods(node, known):
    """The methods of a class that anybody can make, where all that does anything only says that it is not written."""
    if any(one.arg == "metaclass" for one in node.keywords) or not all(_gives_nothing(base, known, set()) for base in node.bases):
        return []
    functions = [one for one in node.body if isinstance(one, FUNCTIONS)]
    # What is of no kind and holds nothing is a promise that a double keeps, or whoever comes.
    if not node.bases and all(one.name != "__init__" for one in functions):
        return []
    methods = [one for one in functions if one.name not in PLAIN]
    if any("abstract" in name for one in methods for name in decorator_names(one)):
        return []
    unwritten = [one.name for one in methods if _is_unwritten(one)]
    return unwritten if all(one.name in unwritten or _is_plain(one) for one in methods) else []


def _gives_nothing(base, known, seen):
    """A class that its heir has to write all of, as far as the change tells."""
    name = last_name(base)
    node = known.get(name)
    if node is None:
        return name not in ABSTRACT
    if name in seen:
        return False
    methods = [one for one in node.body if isinstance(one, FUNCTIONS) and one.name not in PLAIN]
    above = [one for one in node.bases if last_name(one) not in ABSTRACT]
    return all(map(_is_empty, methods)) and all(_gives_nothing(one, known, seen | {name}) for one in above)


def _is_unwritten(node):
    body = body_of(node)
    is_raised = len(body) == 1 and isinstance(body[0], ast.Raise) and body[0].exc is not None
    return is_raised and NOT_WRITTEN.search(text_of_names(body[0].exc)) is not None


def _is_empty(node):
    return _is_unwritten(node) or all(isinstance(one, (ast.Pass, ast.Expr)) for one in body_of(node))


def _is_plain(node):
    """Does nothing, or only hands out what the object holds."""
    body = body_of(node)
    if len(body) == 1 and isinstance(body[0], ast.Return):
        value = body[0].value
        return value is None or isinstance(value, ast.Constant) or isinstance(value, ast.Attribute) and dotted(value).startswith("self.")
    return all(isinstance(one, ast.Pass) or isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) for one in body)


def _said(node, owner, tables):
    # Who inherits, or is decorated, answers in the place of another.
    heir = owner is not None and any(last_name(base) != "object" for base in owner.bases)
    if heir or is_trivial_declaration(node) or is_generator(node) or (owner is not None and node.decorator_list):
        return WORK
    body = body_of(node)
    if len(body) == 1 and isinstance(body[0], ast.Raise) and body[0].exc is not None:
        return dict(WORK, says="unfinished") if _is_unwritten(node) else WORK
    given = _given(node, owner)
    return (_Fixed(node, given, tables).said() if given else None) or WORK


def text_of_names(node):
    """The names and constants in a part of a tree."""
    return " ".join(
        part.id if isinstance(part, ast.Name) else str(part.value)
        for part in walk(node)
        if isinstance(part, (ast.Name, ast.Constant))
    )


def _given(node, owner):
    arguments = node.args
    names = [one.arg for one in getattr(arguments, "posonlyargs", []) + arguments.args + arguments.kwonlyargs]
    names += [one.arg for one in (arguments.vararg, arguments.kwarg) if one is not None]
    return set(names[1:] if owner is not None else names)


def _defaults(arguments):
    """What stands for a parameter that nobody gives."""
    names = getattr(arguments, "posonlyargs", []) + arguments.args
    pairs = list(zip(reversed(names), reversed(arguments.defaults))) + list(zip(arguments.kwonlyargs, arguments.kw_defaults))
    return {name.arg: value for name, value in pairs if isinstance(value, ast.Dict)}


class _Fixed:
    """What a function answers that looks at nothing it is given, or only compares it with constants."""

    def __init__(self, node, given, tables):
        self.node = node
        defaults = _defaults(node.args)
        self.given = given - set(defaults)
        self.tables = dict({name: value for name, value in tables.items() if name not in given}, **defaults)
        self.parents = {child: parent for parent in walk(node) for child in children(parent)}
        self.locals = {}

    def said(self):
        # What an error tells of what was given is no work.
        nodes = list(own_nodes(ast.Module(body=body_of(self.node), type_ignores=[]), SCOPES + (ast.Raise,)))
        named = [node for node in nodes if self._names(node)]
        keys, answers, used = [], [], False
        for node in nodes:
            if isinstance(node, ast.Name) and node.id in self.given and isinstance(node.ctx, ast.Load):
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
        body = [statement for statement in body_of(self.node) if statement not in named]
        if any(isinstance(node, DOES) and node not in named for node in nodes) or (not used and len(body) != 1):
            return None
        if not answers:
            return None
        return {"says": "table" if keys else "constant", "keys": sorted(set(keys)), "answers": answers}

    def _names(self, node):
        """`result = 12`, `result = TABLE.get(text)`, and `key = text.strip()`, which stands for what is given from there on."""
        if not isinstance(node, ast.Assign) or len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name):
            return False
        name = node.targets[0].id
        if any(isinstance(one, ast.Name) and one.id in self.given and self._as_key(one) is node.value for one in walk(node.value)):
            self.given.add(name)
            return True
        answers = self._answers(node.value)
        self.locals.setdefault(name, []).extend(answers or [])
        return answers is not None

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
        is_named = isinstance(parent, ast.Assign) and parent.value is value
        return [] if is_named or value is node and isinstance(parent, ast.Return) else None

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
        # `Durations({...})`, `MappingProxyType({...})`
        if isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords:
            node = node.args[0]
        if not isinstance(node, ast.Dict) or None in node.keys:
            return None
        keys, values = _constants(node.keys), _constants(node.values)
        return None if keys is None or values is None else (keys, values)

    def _answers(self, value):
        if isinstance(value, ast.Name) and value.id in self.given:
            return []
        if isinstance(value, ast.Name):
            held = self.tables.get(value.id)
            return self.locals.get(value.id) or (None if held is None else _constants([held]))
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
        for node in walk(case.pattern):
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
        for node in walk(source.tree):
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
