"""Whether objects can differ at all: an `__eq__` that looks at nothing agrees with every expectation."""

import ast
import builtins

from .syntax import FUNCTIONS, body_of, decorator_names, dotted, last_name, own_nodes, walk

RECORDS = {"dataclass", "define", "frozen", "mutable", "attrs", "s"}


def returns_only(function, value):
    body = body_of(function)
    returned = body[0].value if len(body) == 1 and isinstance(body[0], ast.Return) else None
    return isinstance(returned, ast.Constant) and returned.value is value


def compares(equality):
    """Whether an `__eq__` can tell two objects apart: it looks at itself and into the other, or at the other's class."""
    if isinstance(equality, ast.Lambda):
        equality = ast.FunctionDef(args=equality.args, body=[ast.Return(value=equality.body)], decorator_list=[])
    parameters = [parameter.arg for parameter in equality.args.posonlyargs + equality.args.args]
    if equality.args.vararg is not None:
        return any(isinstance(node, ast.Name) and node.id == equality.args.vararg.arg for node in own_nodes(equality))
    if len(parameters) != 2 or returns_only(equality, False) or all(map(_leaves_open, body_of(equality))):
        return True
    own, other = parameters
    idle = set()
    for node in own_nodes(equality):
        if isinstance(node, ast.Call) and last_name(node.func) in ("isinstance", "hasattr"):
            classes = {last_name(part) for argument in node.args[1:] for part in walk(argument)}
            if last_name(node.func) == "isinstance" and any(name and not hasattr(builtins, name) for name in classes):
                return True
            idle.update(map(id, node.args))
        elif isinstance(node, ast.Call) and last_name(node.func) == "type":
            # That a field is of the same type says nothing of what is in it.
            idle.update(id(part) for field in node.args if isinstance(field, ast.Attribute) for part in walk(field))
        elif isinstance(node, ast.Compare) and all(isinstance(part, ast.Constant) for part in node.comparators):
            idle.add(id(node.left))
        elif isinstance(node, ast.Assign) and any(isinstance(target, ast.Attribute) for target in node.targets):
            idle.update(map(id, [node.value] + [target.value for target in node.targets if isinstance(target, ast.Attribute)]))
    read = {node.id for node in own_nodes(equality) if isinstance(node, ast.Name) and id(node) not in idle}
    return other in read and (own in read or "super" in read)


def _leaves_open(statement):
    if isinstance(statement, ast.Return):
        return isinstance(statement.value, ast.Name) and statement.value.id == "NotImplemented"
    return isinstance(statement, (ast.Raise, ast.Pass)) or (
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    )


def bound_equalities(node):
    """What a statement or expression makes an `__eq__` of other than by `def`."""
    if isinstance(node, ast.Dict):
        return [value for key, value in zip(node.keys, node.values) if getattr(key, "value", None) == "__eq__"]
    if isinstance(node, ast.Assign):
        return [node.value for target in node.targets if last_name(target) == "__eq__"]
    if isinstance(node, ast.Call):
        named = [keyword.value for keyword in node.keywords if keyword.arg == "__eq__"]
        sets = last_name(node.func) == "setattr" and len(node.args) == 3
        return named + ([node.args[2]] if sets and getattr(node.args[1], "value", None) == "__eq__" else [])
    return []


SCALARS = {"bool", "int", "float", "complex", "str", "bytes", "Decimal", "Fraction", "date", "datetime", "timedelta"}


def redefines_scalar(node):
    """A number, text or time that says itself what it equals: whoever compares it reads it as a plain one."""
    own = any(isinstance(part, FUNCTIONS) and part.name == "__eq__" for part in node.body)
    return own and any(last_name(base) in SCALARS for base in node.bases)


def left_out(node, defined):
    """Of a record: how many of its fields do not count when two are compared, and how many it has; `defined` are the file's functions."""
    records = [decorator for decorator in node.decorator_list if last_name(decorator) in RECORDS]
    own = any(isinstance(part, FUNCTIONS) and part.name == "__eq__" for part in node.body)
    if not records or own or any(is_off(decorator, "eq") for decorator in records):
        return 0, 0
    fields = [
        part.value
        for part in node.body
        if isinstance(part, ast.AnnAssign) and "ClassVar" not in dotted(part.annotation)
    ]
    return sum(_is_left_out(value, defined) for value in fields), len(fields)


def _is_left_out(value, defined):
    """A field by itself, or as a function of the file makes it."""
    maker = defined.get(last_name(value.func)) if isinstance(value, ast.Call) else None
    made = [part.value for part in own_nodes(maker) if isinstance(part, ast.Return)] if maker is not None else [value]
    return any(is_off(one, "compare") or is_off(one, "eq") for one in made if one is not None)


def is_off(call, option):
    keywords = call.keywords if isinstance(call, ast.Call) else []
    return any(keyword.arg == option and getattr(keyword.value, "value", None) is False for keyword in keywords)


def sees_one_constant(node, tree):
    """An `__eq__` that compares only attributes which always hold one and the same constant."""
    own = [part for part in node.body if isinstance(part, FUNCTIONS) and part.name == "__eq__"]
    if not own or not all(isinstance(base, ast.Name) and hasattr(builtins, base.id) for base in node.bases):
        return False
    names = {parameter.arg for parameter in own[0].args.posonlyargs + own[0].args.args}
    read = set()
    idle = set()
    for part in own_nodes(own[0]):
        call = last_name(part.func) if isinstance(part, ast.Call) else ""
        if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id in names:
            read.add(part.attr)
            idle.add(id(part.value))
        elif call == "getattr" and len(part.args) > 1 and isinstance(part.args[1], ast.Constant):
            read.add(part.args[1].value)
            idle.add(id(part.args[0]))
        elif call in ("isinstance", "type", "hasattr"):
            idle.add(id(part.args[0]) if part.args else 0)
    whole = any(isinstance(part, ast.Name) and part.id in names and id(part) not in idle for part in own_nodes(own[0]))
    return bool(read) and not whole and all(_is_fixed(attribute, tree) for attribute in read)


def _is_fixed(attribute, tree):
    """Whether the one thing that is ever stored under this name is a constant."""
    constants = []
    stores = 0
    for node in walk(tree):
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(node.value, ast.Constant):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            constants += [repr(node.value.value) for target in targets if last_name(target) == attribute]
        stores += isinstance(getattr(node, "ctx", None), ast.Store) and last_name(node) == attribute
        stores += isinstance(node, FUNCTIONS) and node.name == attribute
        stores += isinstance(node, ast.Call) and last_name(node.func) in ("setattr", "__setattr__")
    return len(set(constants)) == 1 and stores == len(constants)
