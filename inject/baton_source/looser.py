"""Classes whose objects were told apart by more before: what older tests compare, they no longer see."""

import ast
import re

from .equality import RECORDS, is_off
from .syntax import FUNCTIONS, fingerprint, last_name, own_nodes, scope_statements, walk

IDLE_CALLS = ("isinstance", "type", "hasattr")
TOLERANT = re.compile(r"\b(?:abs|is_?close|round|\w*approx\w*|\w*almost\w*|quantize)\b", re.I)
# What an equality with a tolerance no longer looks at.
NEARNESS = "how near"


def looser_equalities(base, head):
    """
    (line, attributes) of each class of head that keeps attributes of which its equality looked at more in base, or how near they are;
    one that is new is held beside the class that it extends.
    """
    before = dict(_classes(base.tree.body))
    now = dict(_classes(head.tree.body))
    for name, node in now.items():
        was, held = before.get(name), _held(node)
        if was is None and _equality_of(node) is not None:
            parents = [parent for parent in map(last_name, node.bases) if parent in before]
            was = before[parents[0]] if parents and _compared(before[parents[0]]) is not None else None
            held |= _held(was) if was is not None else set()
        if was is None:
            continue
        seen, sees = _compared(was), _compared(node)
        lost = set() if seen is None or sees is None else (seen - sees) & held
        if _is_tolerant(head, node) and not _is_tolerant(base, was):
            lost.add(NEARNESS)
        if lost:
            yield (_equality_of(node) or node).lineno, lost


def changed_equalities(base, head):
    """The line of each equality of a class that both have and that head writes otherwise: in tests it says what is right."""
    before = dict(_classes(base.tree.body))
    for name, node in _classes(head.tree.body):
        was, now = _equality_of(before[name]) if name in before else None, _equality_of(node)
        if was is not None and now is not None and fingerprint(was) != fingerprint(now):
            yield now.lineno


def _classes(statements, around=""):
    for statement in scope_statements(statements):
        if isinstance(statement, ast.ClassDef):
            name = around + statement.name
            yield name, statement
            yield from _classes(statement.body, name + ".")


def _equality_of(node):
    own = [part for part in node.body if isinstance(part, FUNCTIONS) and part.name == "__eq__"]
    return own[-1] if own else None


def _is_tolerant(source, node):
    equality = _equality_of(node)
    return equality is not None and TOLERANT.search(source.segment(equality)) is not None


def _compared(node):
    """The attributes that tell two objects of a class apart; None where that cannot be told."""
    equality = _equality_of(node)
    if equality is not None:
        return _read_of_other(equality, node)
    records = [decorator for decorator in node.decorator_list if last_name(decorator) in RECORDS]
    if not records or node.bases or any(is_off(record, "eq") for record in records):
        return None
    left_out = {name for name, value in _fields(node) if value is not None and (is_off(value, "compare") or is_off(value, "eq"))}
    return {name for name, _ in _fields(node)} - left_out


def _read_of_other(equality, node):
    parameters = [parameter.arg for parameter in equality.args.posonlyargs + equality.args.args]
    if len(parameters) != 2:
        return None
    other = parameters[1]
    read, known = set(), set()
    for part in own_nodes(equality):
        if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id == other:
            known.add(id(part.value))
            read |= _held(node) if part.attr == "__dict__" else {part.attr}
        elif isinstance(part, ast.Call) and last_name(part.func) in IDLE_CALLS:
            known.update(map(id, part.args))
        elif isinstance(part, ast.Compare) and all(isinstance(one, (ast.Is, ast.IsNot)) for one in part.ops):
            known.update(map(id, [part.left] + part.comparators))
    names = [part for part in own_nodes(equality) if isinstance(part, ast.Name)]
    # Handed on whole: what looks at it there is not known.
    return None if any(name.id == other and id(name) not in known for name in names) else read


def _fields(node):
    return [
        (part.target.id, part.value)
        for part in node.body
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name) and "ClassVar" not in ast.dump(part.annotation)
    ]


def _held(node):
    """What objects of a class hold: its fields, and what its methods store in `self`."""
    stored = {
        part.attr
        for part in walk(node)
        if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store) and getattr(part.value, "id", "") == "self"
    }
    return stored | {name for name, _ in _fields(node)}
