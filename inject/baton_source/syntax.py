"""Questions about nodes of the syntax tree that several tools ask."""

import ast
import functools

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
SCOPES = FUNCTIONS + (ast.Lambda, ast.ClassDef)
SCOPES_OF_CODE = FUNCTIONS + (ast.Lambda,)
DOCUMENTED = FUNCTIONS + (ast.ClassDef, ast.Module)


def children(node):
    """
    What stands directly in a node, as `ast.iter_child_nodes` gives it but for whether a name is read or written; looked up once, since
    a tree that is read stays as it is.
    """
    found = getattr(node, "below", None)
    if found is None:
        found = node.below = []
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, list):
                found += [one for one in value if isinstance(one, ast.AST)]
            elif name != "ctx" and isinstance(value, ast.AST):
                found.append(value)
    return found


def walk(node):
    """All nodes of a part of a tree, as `ast.walk` gives them; looked up once, too."""
    nodes = getattr(node, "walked", None)
    if nodes is None:
        below = [node]
        for one in below:
            below += children(one)
        nodes = node.walked = tuple(below)
    return nodes


def dotted(node):
    """`a.b.c` for a name or an attribute of one, with a call or subscript in between left out; else an empty string."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = dotted(node.value)
        return before + "." + node.attr if before else node.attr
    if isinstance(node, ast.Call):
        return dotted(node.func)
    if isinstance(node, ast.Subscript):
        return dotted(node.value)
    return ""


def last_name(node):
    return dotted(node).rpartition(".")[2]


def is_docstring(statement):
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def body_of(node):
    """The statements without the docstring."""
    body = node.body
    return body[1:] if body and is_docstring(body[0]) else body


def scope_statements(body):
    """The statements of a module or class, also those under `if`, `try`, `with` and loops, in order."""
    for statement in body:
        yield statement
        if isinstance(statement, SCOPES):
            continue
        for field in ("body", "orelse", "finalbody"):
            yield from scope_statements(getattr(statement, field, []) or [])
        for part in list(getattr(statement, "handlers", [])) + list(getattr(statement, "cases", [])):
            yield from scope_statements(part.body)


def own_nodes(owner, scopes=SCOPES):
    """The nodes of the body of a function or a module, without those of functions and classes inside it."""
    queue = list(owner.body) if isinstance(owner.body, list) else [owner.body]
    while queue:
        node = queue.pop(0)
        yield node
        if not isinstance(node, scopes):
            queue[:0] = list(children(node))


def is_generator(function):
    return any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in own_nodes(function))


def decorator_names(node):
    return {last_name(decorator) for decorator in node.decorator_list}


def fingerprint(node):
    """Text that is equal for nodes that behave alike: no positions, comments, docstrings, annotations in functions."""
    parts = []
    _write(node, False, parts)
    return "".join(parts)


def _write(value, in_function, parts):
    if isinstance(value, ast.AST):
        kind = type(value)
        parts.append(kind.__name__ + "(")
        in_function = in_function or kind in SCOPES_OF_CODE
        for field in _telling(kind, in_function):
            parts.append(field + "=")
            _write(body_of(value) if field == "body" and kind in DOCUMENTED else getattr(value, field, None), in_function, parts)
        parts.append(")")
    elif isinstance(value, list):
        parts.append("[")
        for item in value:
            _write(item, in_function, parts)
        parts.append("]")
    else:
        parts.append(repr(value) + ",")


@functools.lru_cache(maxsize=None)
def _telling(kind, in_function):
    """The fields without those that say something about behaviour and do not make it."""
    described = {"ctx", "type_comment", "kind", "returns"} | ({"annotation"} if in_function or kind is ast.arg else set())
    return [field for field in kind._fields if field not in described]


def text_of(node):
    """The text of a constant, also of one put together from pieces: a name is seldom spelled so without a reason."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        pieces = [text_of(node.left), text_of(node.right)]
    elif isinstance(node, ast.JoinedStr):
        pieces = [text_of(value.value if isinstance(value, ast.FormattedValue) else value) for value in node.values]
    elif isinstance(node, ast.Call) and last_name(node.func) == "join" and node.args:
        pieces = [text_of(item) for item in getattr(node.args[0], "elts", [])] or [None]
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and isinstance(node.slice.step, ast.UnaryOp):
        text = text_of(node.value)
        return None if text is None else text[::-1]
    else:
        return None
    return None if None in pieces else "".join(pieces)
