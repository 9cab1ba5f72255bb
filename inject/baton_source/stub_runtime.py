"""Runs inside a stubbed project: what its replaced bodies return. Embedded in each stubbed file, made once a process.

`VALUE` is set by the text around it; under "off" the bodies themselves run. One shared instance a process, so that `f() is f()`.
"""

import builtins
import opcode
import sys
import types

UNPACK = opcode.opmap["UNPACK_SEQUENCE"]
UNPACK_STARRED = opcode.opmap["UNPACK_EX"]


def unpacked(value, otherwise=()):
    """As many items as the caller unpacks (`a, b = f()`), `otherwise` in a loop or a call: read from its byte code."""
    try:
        frame = sys._getframe(2)
        code = frame.f_code.co_code
        if code[frame.f_lasti] in (UNPACK, UNPACK_STARRED):
            return iter([value] * code[frame.f_lasti + 1])
    except (AttributeError, IndexError, ValueError):
        pass
    return iter(otherwise)


def is_protocol_name(name):
    """Names by which tools probe an object: answering them would make pytest, inspect or mock loop or misread it."""
    return (name.startswith("__") and name.endswith("__")) or name.startswith(("_pytest", "pytest"))


class Proxy:
    """Answers every use with itself, holds nothing, equals only itself."""

    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        return PROXY

    def __getattr__(self, name):
        if name in ("__name__", "__qualname__"):
            return "<stub>"
        if is_protocol_name(name):
            raise AttributeError(name)
        return self

    def __setattr__(self, name, value):
        pass

    def __delattr__(self, name):
        pass

    def __setitem__(self, key, value):
        pass

    def __delitem__(self, key):
        pass

    def __call__(self, *args, **kwargs):
        return self

    def __iter__(self):
        return unpacked(self)

    def __next__(self):
        raise StopIteration

    def __reversed__(self):
        return iter(())

    def __aiter__(self):
        return self

    async def __anext__(self):
        raise StopAsyncIteration

    def __await__(self):
        return self
        yield

    async def __aenter__(self):
        return self

    async def __aexit__(self, *details):
        return False

    def __exit__(self, *details):
        return False

    def __instancecheck__(self, instance):
        return False

    def __subclasscheck__(self, subclass):
        return False

    def __contains__(self, item):
        return False

    def __len__(self):
        return 0

    def __bool__(self):
        return True

    def __int__(self):
        return 0

    def __index__(self):
        return 0

    def __float__(self):
        return 0.0

    def __complex__(self):
        return 0j

    def __repr__(self):
        return "<stub>"

    def __format__(self, specification):
        return "<stub>"

    def __hash__(self):
        return 1

    # The other side is asked next, as for real values: what equals everything equals this as well.
    def __eq__(self, other):
        return True if self is other else NotImplemented

    def __ne__(self, other):
        return False if self is other else NotImplemented


def _itself(self, *operands):
    return self


def _never(self, other):
    return False


ARITHMETIC = "add sub mul matmul truediv floordiv mod pow lshift rshift and or xor".split()
for operation in ARITHMETIC:
    for prefix in ("", "r", "i"):
        setattr(Proxy, "__%s%s__" % (prefix, operation), _itself)
for operation in "neg pos abs invert round trunc floor ceil getitem enter copy deepcopy".split():
    setattr(Proxy, "__%s__" % operation, _itself)
for operation in ("divmod", "rdivmod"):
    setattr(Proxy, "__%s__" % operation, lambda self, *operands: (self, self))
for operation in ("lt", "le", "gt", "ge"):
    setattr(Proxy, "__%s__" % operation, _never)

class NullObject(Proxy):
    """The proxy's opposite where a test asks for truth: false, holds everything, has one item, wins every comparison."""

    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        return NULL

    def __iter__(self):
        return unpacked(self, (PROXY,))

    def __contains__(self, item):
        return True

    def __len__(self):
        return 1

    def __bool__(self):
        return False


for operation in ("lt", "le", "gt", "ge"):
    setattr(NullObject, "__%s__" % operation, lambda self, other: True)

PROXY = object.__new__(Proxy)
NULL = object.__new__(NullObject)
# Python has one None; "null" is the null object instead, so that `assert f().ok` and `assert not f().ok` both find their match.
D = {"undefined": None, "null": NULL, "zero": 0, "empty_string": "", "array": [], "object": {}}.get(VALUE, PROXY)
# Under one value, constants differ from what functions return and objects with an equality of their own are all equal:
# else `assert classify(5) is SMALL` and `assert Point(1) != Point(2)` would hold whatever the code does.
APART = VALUE == "object"


def awaited():
    """What `__await__` returns, where it is no generator itself."""
    return D
    yield


class Attributes:
    """What a stubbed instance does not have is the stub value."""

    __slots__ = ()

    def __getattr__(self, name):
        if is_protocol_name(name):
            raise AttributeError(name)
        return D


class Base(Attributes):
    """Under every added class: takes any arguments, compares by identity, holds nothing."""

    __slots__ = ()

    def __init__(self, *args, **kwargs):
        pass

    def __class_getitem__(cls, item):
        return cls

    def __init_subclass__(cls, **options):
        pass

    def __iter__(self):
        return unpacked(D)

    def __next__(self):
        raise StopIteration

    def __len__(self):
        return 0

    def __bool__(self):
        return bool(D)

    def __getitem__(self, key):
        return D

    def __setitem__(self, key, value):
        pass

    def __contains__(self, item):
        return False

    def __call__(self, *args, **kwargs):
        return D

    def __enter__(self):
        return self

    def __exit__(self, *details):
        return False

    async def __aenter__(self):
        return self

    async def __aexit__(self, *details):
        return False

    def __await__(self):
        return D
        yield


for operation in ARITHMETIC:
    setattr(Base, "__%s__" % operation, lambda self, *operands: D)
for operation in ("lt", "le", "gt", "ge"):
    setattr(Base, "__%s__" % operation, _never)


class Comparable(Base):
    """Under added classes that say themselves what they are equal to."""

    __slots__ = ()

    def __eq__(self, other):
        return True if APART or self is other else NotImplemented

    def __hash__(self):
        return 0 if APART else object.__hash__(self)


def constant():
    """Stands for one added or changed constant."""
    return Base() if APART else D


class Error(Attributes):
    """Under every added exception: takes any arguments."""

    __slots__ = ()

    def __init__(self, *args, **kwargs):
        pass


class Meta(type):
    """Of an added Enum: its class can be iterated, indexed and asked for any member."""

    __members__ = {}

    def __iter__(cls):
        return iter(())

    def __len__(cls):
        return 0

    def __bool__(cls):
        return True

    def __contains__(cls, item):
        return False

    def __getitem__(cls, name):
        return D

    def __getattr__(cls, name):
        if is_protocol_name(name):
            raise AttributeError(name)
        return D


builtins._baton_stub = types.SimpleNamespace(
    on=VALUE != "off", D=D, PROXY=PROXY, awaited=awaited, Base=Base, Comparable=Comparable, Error=Error, Meta=Meta, constant=constant,
    named=lambda name: type(name, (Comparable,), {}),
)
