"""What a test says in its words (`SaidByTest` in src/schema/source.ts): constants, code that it asks, what it looks through."""

import ast
import re
import sys

from .assertions import call_of, is_raises
from .names import LOOPS, assigned
from .syntax import FUNCTIONS, children, dotted, last_name, walk

STANDARD = getattr(sys, "stdlib_module_names", frozenset())
DOUBLES = {"Mock", "MagicMock", "AsyncMock", "SimpleNamespace"}
CHANGES = {"append", "clear", "extend", "insert", "pop", "popitem", "remove", "reverse", "setdefault", "sort", "update"}
# What these make is what they are given.
MADE = {"bytes", "dict", "enumerate", "float", "frozenset", "int", "list", "range", "reversed", "set", "sorted", "str", "tuple", "zip"}
AS_IT_IS = {"list", "tuple", "dict"}
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)
# Of rows these leave none out.
PLAIN_ROWS = {"enumerate", "sorted", "reversed", "list", "tuple", "iter", "zip", "items", "keys", "values", "range"}


class Reader:
    def __init__(self, scope, function):
        self.scope = scope
        self.names = scope.of(function)
        self.function = function
        self.parents = {child: node for node in walk(function) for child in children(node)}
        self.changes = None

    def given(self, node):
        if isinstance(node, ast.Attribute):
            return self.scope.members.get(node.attr, [])
        return self.names.get(node.id) or self.scope.module.get(node.id, [])

    def nodes(self, roots, into_functions):
        """All below, and of what the names in it are given; how a function prepares it only where that is wanted."""
        found, entered, pending = [], set(), list(roots)
        while pending:
            root = pending.pop()
            if root in entered:
                continue
            for node in walk(root):
                if node in entered:
                    continue
                entered.add(node)
                for beside in _beside(node, into_functions):
                    entered.update(walk(beside))
                found.append(node)
                if isinstance(node, (ast.Name, ast.Attribute)):
                    values = [one.value for one in self.given(node)]
                    pending += [value for value in values if into_functions or not isinstance(value, FUNCTIONS)]
        return found

    def asked(self, nodes):
        """Functions of the project, each behind the module that it is imported from."""
        found = []
        for node in nodes:
            if not isinstance(node, ast.Call) or self._is_own(node.func):
                continue
            first, _, rest = dotted(node.func).partition(".")
            module, name = self.scope.modules.get(first, ("", ""))
            if module:
                found.append("%s %s" % (module, name or rest.partition(".")[0]))
        return found

    def _is_own(self, callee):
        """A function or a double that a test makes under the name of the project's."""
        values = [one.value for one in self.names.get(callee.id, [])] if isinstance(callee, ast.Name) else []
        return any(isinstance(value, ast.Lambda) or isinstance(value, ast.Call) and last_name(value) in DOUBLES for value in values)

    def through(self, assertion):
        """What stands between an assertion and the value that the code answers, by name."""
        words = self._rows(assertion) + (["sorted"] if _looks_at_no_order(assertion) else [])
        pending, seen = _subjects(assertion), set()
        while pending:
            node = pending.pop()
            if node in seen:
                continue
            seen.add(node)
            more, further = self._step(node)
            words += more
            pending += further
        return words

    def _step(self, node):
        if isinstance(node, ast.Name):
            return self._step_of_name(node)
        if isinstance(node, ast.Attribute):
            return [node.attr], [node.value]
        if isinstance(node, ast.Subscript):
            return ["[:]" if isinstance(node.slice, ast.Slice) else "[]"], [node.value]
        if isinstance(node, ast.Call):
            return self._step_of_call(node)
        if isinstance(node, COMPREHENSIONS):
            sources = [part.iter for part in node.generators if self.is_answer(part.iter)]
            words = ["for"] + ["if" for part in node.generators if part.ifs]
            return words if sources else [], sources + _elements(node)
        if isinstance(node, ast.Dict):
            spread = [at for at, key in enumerate(node.keys) if key is None]
            return ["{**}"] if spread and spread[0] < len(node.keys) - 1 else [], node.values
        if isinstance(node, FUNCTIONS):
            return [], [part.value for part in walk(node) if isinstance(part, (ast.Return, ast.Yield)) and part.value]
        return _operators(node), _parts(node)

    def _step_of_name(self, name):
        given = [one for one in self.given(name) if one.line < name.lineno or one.line == 0]
        if not given:
            return [], []
        mended = isinstance(given[-1].value, ast.Constant) and any(self.is_answer(one.value) for one in given)
        members = [one.member for one in given if one.member is not None]
        return (["="] if mended else []) + members + self._changes(name), [one.value for one in given]

    def _step_of_call(self, call):
        around = [part for part in call.args if self.is_answer(part)]
        if isinstance(call.func, ast.Attribute) and self.is_answer(call.func.value):
            return [call.func.attr], [call.func.value] + around
        # What other code is given is what it is asked, however that is put together.
        plain = last_name(call.func) in AS_IT_IS or self._is_cast(call.func)
        return ([] if plain or not around else self._called_by(call.func)), [] if self._is_asked(call.func) else around

    def _called_by(self, callee):
        """What is called by name; behind a function of the file that is one expression, all that this does."""
        helper = self.scope.helpers.get(callee.id) if isinstance(callee, ast.Name) and not self.given(callee) else None
        answer = None if helper is None else _only_answer(helper)
        return [last_name(callee)] if answer is None else [word for node in walk(answer) for word in _doings(node)]

    def _is_cast(self, callee):
        """`t.cast(str, answer)` is the answer, under a type that only a checker reads."""
        first, _, rest = dotted(callee).partition(".")
        module, name = self.scope.modules.get(first, ("", ""))
        return (module, name or rest) == ("typing", "cast")

    def _is_asked(self, callee):
        module, _ = self.scope.modules.get(dotted(callee).partition(".")[0], ("", ""))
        return bool(module) and module.partition(".")[0] not in STANDARD and not self._is_own(callee)

    def is_answer(self, node, seen=None):
        """A call, or what one answered: what is written out has nothing to look away from."""
        seen = set() if seen is None else seen
        if node in seen or isinstance(node, ast.Lambda):
            return False
        seen.add(node)
        if isinstance(node, ast.Call):
            made = isinstance(node.func, ast.Name) and node.func.id in MADE
            return not made or any(self.is_answer(part, seen) for part in node.args)
        if isinstance(node, ast.Name):
            return any(self.is_answer(one.value, seen) for one in self.given(node))
        if isinstance(node, FUNCTIONS):
            return True
        if isinstance(node, (ast.Attribute, ast.Subscript)):
            return self.is_answer(node.value, seen)
        parts = node.values if isinstance(node, ast.Dict) else _parts(node)
        return any(self.is_answer(part, seen) for part in parts)

    def _changes(self, name):
        """`answer.total = 12`, `del answer["id"]`, `answer.sort()` above the place, and `double()`, a call of its own."""
        if self.changes is None:
            self.changes = {}
            for node in walk(self.function):
                for changed, word in _changed_by(node):
                    self.changes.setdefault(changed, []).append((node.lineno, word))
        return [word for line, word in self.changes.get(name.id, ()) if line < name.lineno]

    def _rows(self, node):
        """Of the loops around: what leaves out rows, and a way out of them."""
        words = []
        while node in self.parents:
            node = self.parents[node]
            if isinstance(node, LOOPS):
                words += _picks(node.iter)
                words += ["break" for inner in node.body if isinstance(inner, (ast.Break, ast.Return))]
        return words


def said_by(functions, assertions, calls, scope):
    """Of a test: its functions, its exact assertions, and calls of helpers with one, each with the function that it stands in."""
    pinned, asked, through = [], [], []
    readers = {function: Reader(scope, function) for function, _ in assertions + calls}
    for function, node in assertions + calls:
        reader = readers[function]
        nodes = reader.nodes([node], False)
        pinned += [word for part in nodes for word in _constants(part)]
        asked += reader.asked(nodes)
    for function, node in assertions:
        through.append(readers[function].through(node))
    if scope.around is None:
        scope.around = _told_by(scope.setups, scope)
    told = {"pinned": pinned, "asked": asked}
    for key, value in _told_by(functions, scope).items():
        told[key] = value + scope.around[key]
    return dict({key: list(dict.fromkeys(value)) for key, value in told.items()}, through=through)


def _told_by(functions, scope):
    told = {"constants": [], "words": [], "uses": []}
    for function in functions:
        reader = Reader(scope, function)
        nodes = reader.nodes([function], True)
        told["constants"] += [word for part in nodes for word in _constants(part)]
        told["words"] += [word for part in nodes for word in _words(part)]
        told["uses"] += reader.asked(nodes)
    return told


def _subjects(assertion):
    """What is looked at: sides of a comparison, the first arguments of an assertion's call, what has to raise."""
    if isinstance(assertion, ast.Assert):
        return _sides(assertion.test)
    if isinstance(assertion, (ast.With, ast.AsyncWith)):
        return list(assertion.body)
    call = call_of(assertion)
    if call is None:
        return []
    if is_raises(call):
        return call.args[1:]
    if last_name(call.func).startswith("assert_called"):
        return [call.func.value] if isinstance(call.func, ast.Attribute) else []
    return [side for argument in call.args[:2] for side in _sides(argument)]


def _looks_at_no_order(assertion):
    call = call_of(assertion)
    return call is not None and last_name(call.func) in ("assertCountEqual", "assertItemsEqual")


def _sides(node):
    return [node.left] + node.comparators if isinstance(node, ast.Compare) else [node]


def _operators(node):
    if isinstance(node, ast.IfExp):
        return ["if"]
    if isinstance(node, ast.BoolOp):
        return [type(node.op).__name__.lower()]
    if isinstance(node, (ast.BinOp, ast.UnaryOp)):
        constant = isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant)
        return [] if constant else [type(node.op).__name__.lower()]
    return ["raise"] if isinstance(node, ast.Raise) else []


def _parts(node):
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        return node.elts
    if isinstance(node, COMPREHENSIONS):
        return [part.iter for part in node.generators] + _elements(node)
    if isinstance(node, (ast.IfExp, ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Compare, ast.Await, ast.Starred, ast.NamedExpr)):
        return [part for part in children(node) if isinstance(part, ast.expr)]
    if isinstance(node, (ast.JoinedStr, ast.FormattedValue, ast.Expr, ast.Return, ast.Assign)):
        return [part for part in children(node) if isinstance(part, ast.expr)]
    return []


def _beside(node, places):
    """What an assertion says when it fails, a text that nobody takes, and where a value stands: `[0]`, `[1:]`."""
    if isinstance(node, ast.Assert) and node.msg is not None:
        return [node.msg]
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return [node.value]
    return [node.slice] if isinstance(node, ast.Subscript) and not places and _is_place(node.slice) else []


def _only_answer(function):
    """The one expression that a function is."""
    if function.decorator_list:
        return None
    body = [node for node in function.body if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))]
    return body[0].value if len(body) == 1 and isinstance(body[0], ast.Return) else None


def _doings(node):
    if isinstance(node, ast.Call):
        return [name for name in [last_name(node.func)] if name not in AS_IT_IS]
    if isinstance(node, ast.Attribute):
        return [node.attr]
    if isinstance(node, ast.Subscript):
        return ["[:]" if isinstance(node.slice, ast.Slice) else "[]"]
    if isinstance(node, COMPREHENSIONS):
        return ["for"] + ["if" for part in node.generators if part.ifs]
    return _operators(node)


def _is_place(index):
    return not any(isinstance(part, ast.Constant) and isinstance(part.value, str) for part in walk(index))


def _elements(node):
    return [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]


def _picks(rows):
    """`rows[1:]`, `filter(…, rows)`, `[row for row in rows if …]`"""
    if isinstance(rows, ast.Subscript):
        return ["[:]"] + _picks(rows.value)
    if isinstance(rows, COMPREHENSIONS):
        return ["if" for part in rows.generators if part.ifs]
    if not isinstance(rows, ast.Call):
        return []
    name = last_name(rows.func)
    return ([] if name in PLAIN_ROWS else [name]) + [word for argument in rows.args for word in _picks(argument)]


def _changed_by(node):
    """Names whose value a statement or a call changes, each with how."""
    changed = [(_whole_of(target), "=") for target, _ in assigned(node)]
    if isinstance(node, ast.Delete):
        changed += [(_whole_of(target), "del") for target in node.targets]
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
            changed.append((dotted(node.func.value), node.func.attr))
        if isinstance(node.func, ast.Name):
            changed.append((node.func.id, "()"))
    return dict.fromkeys(one for one in changed if one[0])


def _whole_of(target):
    """The name of what this is a part of."""
    while isinstance(target, (ast.Attribute, ast.Subscript)):
        target = target.value
        if isinstance(target, ast.Name):
            return target.id
    return ""


def _constants(node):
    """Numbers, and the words of texts: how a text is put together may change."""
    if not isinstance(node, ast.Constant) or isinstance(node.value, bool) or node.value is None or node.value is Ellipsis:
        return []
    if not isinstance(node.value, (str, bytes)):
        return [repr(node.value)]
    text = node.value if isinstance(node.value, str) else node.value.decode("latin-1")
    found = re.findall(r"\w+", text.lower())
    return found if found or not text.strip() else [text]


def _words(node):
    if isinstance(node, ast.Name):
        return [node.id]
    if isinstance(node, ast.Attribute):
        return [node.attr]
    return _operators(node) if isinstance(node, ast.expr) else []
