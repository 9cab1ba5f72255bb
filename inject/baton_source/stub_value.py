"""Replaces the values of added or changed constants, as long as importing the module still succeeds."""

import ast

from .change import ASSIGNMENTS, assigned_names, users_of
from .stub_function import CONSTANT
from .syntax import FUNCTIONS, children, dotted, last_name, scope_statements, walk

CONTAINERS = (ast.List, ast.Tuple, ast.Set, ast.Dict)
COMPUTED = (ast.JoinedStr, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.UnaryOp, ast.Compare)
LITERALS = CONTAINERS + COMPUTED + (ast.BoolOp, ast.IfExp)
RECORDS = {"namedtuple", "make_dataclass"}

# What these return is used by the machinery of a module, not by its tests.
MACHINERY = {
    "TypeVar", "ParamSpec", "TypeVarTuple", "NewType", "NamedTuple", "TypedDict", "Enum", "IntEnum", "Flag", "getLogger",
    "get_logger", "ContextVar", "Lock", "RLock", "Event", "Condition", "Semaphore", "local", "import_module",
    "declarative_base", "MetaData", "object", "Sentinel",
}  # fmt: skip

# Calls that only make a value: taken for literals.
VALUE_CALLS = {
    "compile", "frozenset", "set", "dict", "list", "tuple", "sorted", "range", "bytes", "int", "float", "str", "Decimal",
    "Fraction", "timedelta", "MappingProxyType", "OrderedDict", "Counter", "defaultdict", "deque", "fromkeys", "maketrans",
}  # fmt: skip


def is_fixed_name(name):
    return (name.startswith("__") and name.endswith("__")) or name.startswith("pytest") or name in ("_", "logger", "log")


def replaced_text(statement, in_class=False):
    """The text that takes the value's place; None for a value that stays."""
    value = statement.value
    if isinstance(value, ast.Call) and last_name(value.func) in RECORDS and value.args and not in_class:
        return "_baton_stub.named(%r)" % (assigned_names(statement) or ["Record"])[0]
    target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
    if isinstance(target, (ast.Tuple, ast.List)):
        return "(%s,)" % ", ".join([CONSTANT] * len(target.elts))
    return CONSTANT


def is_literal(value):
    if isinstance(value, ast.Constant):
        return value.value is not Ellipsis
    if isinstance(value, ast.BinOp):
        # `int | None` and `Reader | Writer` are types.
        return not isinstance(value.op, ast.BitOr) or not any(isinstance(node, ast.Name) for node in walk(value))
    if isinstance(value, ast.Subscript):
        return not last_name(value)[:1].isupper() and last_name(value) not in ("list", "dict", "tuple", "set", "type")
    return isinstance(value, LITERALS)


class Constants:
    """Which assignments of a module lose their value, by identity of the statement."""

    def __init__(self, change, module):
        self.change = change
        self.tree = module.head.tree
        self.functions = change.stubbed_functions
        self.replaced = set()
        self.tainted = set()
        module_level = [(name, node) for name, node in self._values(self.tree.body, "")]
        for name, node in module_level:
            if change.is_changed(name, node) and self._replaceable(name, node):
                self._take(node)
        self._spread([node for _, node in module_level])

    def _values(self, body, prefix):
        for statement in scope_statements(body):
            if isinstance(statement, ASSIGNMENTS) and statement.value is not None:
                names = assigned_names(statement)
                for name in names or []:
                    if not is_fixed_name(name):
                        yield prefix + name, statement

    def _take(self, statement):
        self.replaced.add(id(statement))
        self.tainted.update(assigned_names(statement) or [])

    def _replaceable(self, name, statement):
        annotation = getattr(statement, "annotation", None)
        if annotation is not None and last_name(annotation) == "TypeAlias":
            return False
        value = statement.value
        if not isinstance(value, ast.Call):
            return isinstance(value, ast.Lambda) or is_literal(value)
        if last_name(value.func) in MACHINERY or name in self.change.mentioned_early:
            return False
        if last_name(value.func) in VALUE_CALLS:
            return True
        inside, outside = users_of(name, self.tree)
        return not outside and all(self._is_stubbed(user) for user in inside)

    def _is_stubbed(self, user):
        return isinstance(user, FUNCTIONS) and self.change.is_changed(user.name, user)

    def _spread(self, statements):
        """A value computed from a stubbed one while the module is imported would raise: it is stubbed as well."""
        size = -1
        while size != len(self.replaced):
            size = len(self.replaced)
            for statement in statements:
                if id(statement) not in self.replaced and self.needs(statement.value):
                    self._take(statement)

    def needs(self, node, operated=False):
        """Whether evaluating does more with a stubbed value than pass it on."""
        if isinstance(node, ast.Lambda):
            return False
        if isinstance(node, (ast.Name, ast.Attribute)):
            inner = isinstance(node, ast.Attribute) and self.needs(node.value, True)
            return inner or (operated and last_name(node) in self.tainted and dotted(node) == last_name(node))
        if isinstance(node, ast.Call) and last_name(node.func) in self.functions:
            return True
        below = not isinstance(node, CONTAINERS)
        return any(self.needs(child, below) for child in children(node) if isinstance(child, ast.AST))
