"""Runs inside a project whose answers are varied. `TESTS`, path and text, `LOUD`, `FROZEN` and `NEAR` are set by the text around it."""

import ast
import copy
import dataclasses
import datetime
import decimal
import enum
import functools
import math
import os
import re
import sys

SPEAKS = ("__eq__", "__lt__", "__gt__", "__sub__", "__rsub__", "__float__", "__int__", "__index__")
FAR = datetime.timedelta(days=1000)
FIRSTS = {}
# Of what says which comes first only the sign is an answer.
ORDER = re.compile(r"(?i)(?:^|[ ._])(?:cmp|compare\w*)$")


def variant(value, name):
    """Another answer of the same kind, where it is a test that gets it and does not drop it."""
    frame = sys._getframe(2)
    while frame is not None and "/asyncio/" in frame.f_code.co_filename:
        frame = frame.f_back
    text = text_of(frame)
    if text is None or is_dropped(text, frame.f_lineno, name.rpartition(" ")[2].rpartition(".")[2]):
        return value
    # A lambda hands on what it gets: whether anybody looks is said where it is called.
    while frame is not None and frame.f_code.co_name == "<lambda>":
        frame = frame.f_back
        if text_of(frame) is not None and is_dropped(text_of(frame), frame.f_lineno, None):
            return value
    leaves = []
    if type(value) is int and ORDER.search(name) and not NEAR:
        leaves.append(int)
        other = -value or 1
    else:
        other = other_of(value, leaves, 0)
    if FROZEN and leaves:
        other = first_of(value, name, leaves)
    if leaves and LOUD:
        raise RuntimeError("baton: %s answers otherwise" % name)
    return other if leaves else value


def first_of(value, name, leaves):
    """What it answered first in this process, where that is another answer of the same kind; else there are no leaves any more."""
    try:
        first = FIRSTS.setdefault(name, copy.deepcopy(value))
        if type(first) is type(value) and first != value:
            return copy.deepcopy(first)
    except Exception:  # What cannot be copied or compared is handed on.
        pass
    leaves.clear()
    return value


def text_of(frame):
    """Of a frame in the tests their text, else None."""
    path = "" if frame is None else frame.f_code.co_filename.replace("\\", "/")
    return next((text for test, text in TESTS if path.endswith("/" + test)), None)


@functools.lru_cache(maxsize=None)
def is_dropped(text, line, name):
    """A statement that is nothing but the call of this name, or for None of whatever it is."""
    around = [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    innermost = min(around, key=lambda node: (node.end_lineno or node.lineno) - node.lineno, default=None)
    call = innermost.value if isinstance(innermost, ast.Expr) else None
    if name is None:
        return sum(isinstance(node, ast.Call) for node in ast.walk(call or ast.Pass())) == 1
    while call is not None:
        call = call.value if isinstance(call, ast.Await) else call
        called = getattr(getattr(call, "func", None), "attr", getattr(getattr(call, "func", None), "id", ""))
        if called == name:
            return True
        call = call.args[0] if called in ("run", "run_until_complete") and call.args else None
    return False


def other_of(value, leaves, depth):
    """What holds no data is handed on as it is."""
    if depth > 8:
        return value
    kind = type(value)
    if kind in OTHERS:
        other = OTHERS[kind](value)
        # Of nothing a tenth is nothing.
        leaves += [] if NEAR and other == value else [kind]
        return other
    if kind in (list, set, frozenset):
        return kind(others(value, leaves, depth))
    if kind is tuple:
        return tuple(others(value, leaves, depth))
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return kind(*others(value, leaves, depth))
    if kind is dict:
        if not value and not NEAR:
            leaves.append(kind)
        return {key: other_of(each, leaves, depth + 1) for key, each in value.items()} or ({} if NEAR else {"~": 1})
    if isinstance(value, enum.Enum) and not NEAR:
        another = [member for member in kind if member is not value]
        leaves += another[:1]
        return another[0] if another else value
    scalar = next((base for base in (int, float, complex, str, bytes) if isinstance(value, base)), None)
    if scalar is not None and scalar not in OTHERS:
        return value
    if scalar is not None:
        return other_scalar(value, scalar, leaves)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return other_record(value, [field.name for field in dataclasses.fields(value)], leaves, depth)
    if is_own_value(kind):
        return other_record(value, list(getattr(value, "__dict__", {})), leaves, depth)
    return value


def is_own_value(kind):
    """What says itself what it equals, or how far it is from another, stands for its data: where the project wrote it."""
    file = getattr(sys.modules.get(kind.__module__), "__file__", None) or ""
    is_ours = file.startswith(os.getcwd() + os.sep) and "site-packages" not in file
    return is_ours and any(name in vars(each) for each in kind.__mro__[:-1] for name in SPEAKS)


def others(values, leaves, depth):
    if not values and not NEAR:
        leaves.append(None)
        return ["~"]
    return [other_of(each, leaves, depth + 1) for each in values]


def other_record(value, names, leaves, depth):
    other = copy.copy(value)
    for name in names:
        if hasattr(value, name):
            object.__setattr__(other, name, other_of(getattr(value, name), leaves, depth + 1))
    return other


def other_scalar(value, scalar, leaves):
    """A number or text of a class of its own: what it keeps beside that stays as it is. What is made in C alone is handed on."""
    kind = type(value)
    try:
        other = scalar.__new__(kind, OTHERS[scalar](scalar(value)))
    except TypeError:
        return value
    leaves.append(kind)
    slots = (each.__dict__.get("__slots__", ()) for each in kind.__mro__)
    for name in (name for names in slots for name in ([names] if isinstance(names, str) else names)):
        if hasattr(value, name):
            object.__setattr__(other, name, getattr(value, name))
    getattr(other, "__dict__", {}).update(getattr(value, "__dict__", {}))
    return other


def later(value):
    try:
        return value + FAR
    except OverflowError:
        return value - FAR


OTHERS = {
    bool: lambda value: not value,
    int: lambda value: 2 * value + (-1 if value < 0 else 1),
    float: lambda value: 2 * value + math.copysign(1, value) if math.isfinite(value) else 0.0,
    complex: lambda value: 2 * value + 1,
    decimal.Decimal: lambda value: 2 * value + decimal.Decimal(1).copy_sign(value) if value.is_finite() else decimal.Decimal(0),
    str: lambda value: value[::-1] + "~",
    bytes: lambda value: value[::-1] + b"~",
    bytearray: lambda value: value[::-1] + b"~",
    datetime.date: later,
    datetime.datetime: later,
    datetime.timedelta: later,
}
# A tenth more, of numbers that are no counts.
if NEAR:
    OTHERS = {float: lambda value: value * 1.1, decimal.Decimal: lambda value: value * decimal.Decimal("1.1")}
