"""How often a loop or a table of a test runs, where its rows are written out."""

import ast

from .syntax import dotted, last_name

SAME_ROWS = {"enumerate", "sorted", "reversed", "list", "tuple", "iter", "set", "frozenset", "zip"}
VIEWS = {"items", "keys", "values"}


def rows_of(node, names):
    """None where only a run can tell."""
    node = names.value(node)
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return None if any(isinstance(item, ast.Starred) for item in node.elts) else len(node.elts)
    if isinstance(node, ast.Dict):
        return None if None in node.keys else len(node.keys)
    if isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes)):
        return len(node.value)
    if not isinstance(node, ast.Call):
        return None
    if dotted(node.func) == "range":
        return _range(node.args)
    if dotted(node.func) in SAME_ROWS and node.args:
        return rows_of(node.args[0], names)
    if isinstance(node.func, ast.Attribute) and node.func.attr in VIEWS and not node.args:
        return rows_of(node.func.value, names)
    return None


def _range(arguments):
    numbers = [one.value for one in arguments if isinstance(one, ast.Constant) and isinstance(one.value, int)]
    if len(numbers) != len(arguments) or not 1 <= len(numbers) <= 3 or numbers[2:] == [0]:
        return None
    return len(range(*numbers))


def parametrized(function, names):
    """The product of the rows of all `parametrize` above a test; those that are not written out count as one."""
    times = 1
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and last_name(decorator) == "parametrize" and len(decorator.args) > 1:
            times *= max(1, rows_of(decorator.args[1], names) or 1)
    return times
