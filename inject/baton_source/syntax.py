"""Questions about nodes of the syntax tree that several tools ask."""

import ast
import copy

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
SCOPES = FUNCTIONS + (ast.Lambda, ast.ClassDef)


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


def own_nodes(function):
    """The nodes of a function's body, without those of functions and classes inside it."""
    queue = list(function.body) if isinstance(function.body, list) else [function.body]
    while queue:
        node = queue.pop(0)
        yield node
        if not isinstance(node, SCOPES):
            queue[:0] = list(ast.iter_child_nodes(node))


def is_generator(function):
    return any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in own_nodes(function))


def decorator_names(node):
    return {last_name(decorator) for decorator in node.decorator_list}


class _Normaliser(ast.NodeTransformer):
    """Drops docstrings, and annotations inside functions: they describe behaviour and do not make it."""

    def __init__(self):
        self.depth = 0

    def _function(self, node):
        self.depth += 1
        self.generic_visit(node)
        self.depth -= 1
        node.returns = None
        node.body = body_of(node)
        return node

    visit_FunctionDef = _function
    visit_AsyncFunctionDef = _function

    def visit_ClassDef(self, node):
        self.generic_visit(node)
        node.body = body_of(node)
        return node

    def visit_arg(self, node):
        node.annotation = None
        return node

    def visit_AnnAssign(self, node):
        self.generic_visit(node)
        if self.depth > 0:
            node.annotation = ast.Constant(value=None)
        return node


def fingerprint(node):
    """Text that is equal for nodes that behave alike: no positions, comments, docstrings, annotations in functions."""
    return ast.dump(_Normaliser().visit(copy.deepcopy(node)))
