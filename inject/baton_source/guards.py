"""Conditions in a loop, or in a test of a table, that let only the rows on which the code that it asserts about answers as they want."""

import ast

from .names import assigned, parametrized_by
from .syntax import FUNCTIONS, last_name, walk

LEAVES = (ast.Continue, ast.Return, ast.Break)


def guarded_rows(tree, chooser):
    """The lines of such conditions."""
    found = set()
    for node in walk(tree):
        names = _row_names(node)
        for condition, keeps, kept in _guards_in(node) if names else ():
            compared = names & {name for one in kept for name in names_in(one)}
            wanted = _wanted(condition, keeps, compared, chooser) if compared else set()
            if wanted and any(wanted & chooser.asked_through(one) for one in kept):
                found.add(condition.lineno)
    return sorted(found)


def _row_names(node):
    """What a row, or a part of it, is called there."""
    if isinstance(node, (ast.For, ast.AsyncFor)):
        names = names_in(node.target)
    elif isinstance(node, FUNCTIONS):
        names = {name for mark in node.decorator_list for name, _ in parametrized_by(mark)}
    else:
        return set()
    for inner in walk(node):
        for target, value in assigned(inner):
            if isinstance(target, (ast.Tuple, ast.List)) and value is not None and names_in(value) & names:
                names |= names_in(target)
    return names


def _guards_in(node):
    """Conditions, each with the statements that are come to only where it holds, or does not."""
    for owner in walk(node):
        body = getattr(owner, "body", None)
        for at, branch in enumerate(body if isinstance(body, list) else ()):
            if not isinstance(branch, ast.If):
                continue
            leaves = isinstance(branch.body[-1], LEAVES) or _skips(branch.body[-1])
            if leaves and not _asserts(branch.body):
                kept = body[at + 1 :]
            elif leaves or branch.orelse or any(isinstance(one, ast.Raise) for one in branch.body):
                continue
            else:
                kept = branch.body
            if _asserts(kept):
                yield branch.test, not leaves, kept


def _skips(statement):
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call) and last_name(statement.value.func) in ("skip", "skipTest")


def _asserts(statements):
    return any(
        isinstance(inner, ast.Assert) or isinstance(inner, ast.Call) and (last_name(inner.func) or "").startswith("assert")
        for statement in statements
        for inner in walk(statement)
    )


def _wanted(condition, keeps, names, chooser):
    """Functions whose answer has to be, or must not be, what the row says, by a name that is asserted about as well."""
    found, seen, pending = set(), set(), [(condition, keeps)]
    while pending:
        node, keeps = pending.pop()
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            pending.append((node.operand, not keeps))
        elif isinstance(node, ast.BoolOp):
            pending += [(value, keeps) for value in node.values]
        elif isinstance(node, ast.Name) and node.id not in seen:
            seen.add(node.id)
            pending += [(value, keeps) for value in chooser.values_of(node.id)]
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq if keeps else ast.NotEq):
            sides = [node.left, node.comparators[0]]
            for side, other in (sides, sides[::-1]):
                if names_in(other) & names and not chooser.asked_through(other):
                    found |= chooser.asked_through(side)
    return found


def names_in(node):
    return {inner.id for inner in walk(node) if isinstance(inner, ast.Name)}
