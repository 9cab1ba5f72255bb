/**
 * A change and its tests, as people write them. `subject` stands for the module. `test_new_*` judge the change: they fail by
 * assertion under at least one stub value. `test_old_*` do not depend on it: they never fail by assertion.
 */
export interface Shape {
  readonly title: string;
  readonly base?: string;
  readonly head: string;
  readonly tests: string;
}

const shape = (title: string, head: string, tests: string, base?: string): Shape => ({
  title,
  head,
  tests,
  ...(base === undefined ? {} : { base }),
});

const functions: Shape[] = [
  shape(
    "a function that computes a number",
    `def add(a, b):\n    return a + b\n`,
    `from subject import add\ndef test_new_sum():\n    assert add(2, 3) == 5\ndef test_new_zero():\n    assert add(0, 0) == 0\n`,
  ),
  shape(
    "a function with a docstring and a comment before its body",
    `def greet(name):\n    """Say hello."""\n    # politely\n    return f"hello {name}"  # done\n`,
    `from subject import greet\ndef test_new_text():\n    assert greet("x") == "hello x"\n`,
  ),
  shape(
    "a function that returns nothing and raises",
    `def check(age):\n    if age < 0:\n        raise ValueError("negative age")\n`,
    `import pytest\nfrom subject import check\ndef test_new_raises():\n    with pytest.raises(ValueError, match="negative"):\n        check(-1)\n`,
  ),
  shape(
    "a predicate that is false",
    `def is_even(n): return n % 2 == 0\n`,
    `from subject import is_even\ndef test_new_true():\n    assert is_even(2)\ndef test_new_false():\n    assert not is_even(3)\ndef test_new_is():\n    assert is_even(2) is True\n`,
  ),
  shape(
    "a function that returns a pair",
    `def divide(a, b):\n    return a // b, a % b\n`,
    `from subject import divide\ndef test_new_pair():\n    quotient, rest = divide(7, 2)\n    assert quotient == 3\n    assert rest == 1\ndef test_new_starred():\n    first, *others = divide(7, 2)\n    assert first == 3 and others == [1]\n`,
  ),
  shape(
    "a function that returns a nested structure",
    `def load():\n    return {"users": [{"name": "ann"}]}\n`,
    `from subject import load\ndef test_new_nested():\n    assert load()["users"][0]["name"] == "ann"\ndef test_new_len():\n    assert len(load()["users"]) == 1\n`,
  ),
  shape(
    "a function that returns an empty list",
    `def find(words, letter):\n    return [word for word in words if letter in word]\n`,
    `from subject import find\ndef test_new_nothing_found():\n    assert find(["a"], "z") == []\ndef test_new_found():\n    assert find(["az"], "z") == ["az"]\n`,
  ),
  shape(
    "a function that returns None",
    `def lookup(table, key):\n    return table[key] if key in table else None\n`,
    `from subject import lookup\ndef test_new_missing():\n    assert lookup({}, "a") is None\ndef test_new_there():\n    assert lookup({"a": 1}, "a") == 1\n`,
  ),
  shape(
    "a changed function beside an unchanged one",
    `def total(items):\n    return sum(items) * 2\n\ndef count(items):\n    return len(items)\n`,
    `from subject import count, total\ndef test_new_total():\n    assert total([1]) == 2\ndef test_old_count():\n    assert count([1, 2]) == 2\n`,
    `def total(items):\n    return sum(items)\n\ndef count(items):\n    # how many\n    return len(items)\n`,
  ),
  shape(
    "a function of which only annotations, comments and the docstring change",
    `def same(a: int) -> int:\n    """New words."""\n    return a + 1\n\ndef fresh():\n    return 1\n`,
    `from subject import fresh, same\ndef test_old_same():\n    assert same(1) == 2\ndef test_new_fresh():\n    assert fresh() == 1\n`,
    `def same(a):\n    """Old words."""\n    # a comment\n    return (a + 1)\n`,
  ),
  shape(
    "an unchanged function that calls a new one",
    `def scale(x):\n    return x * 10\n\ndef run(x):\n    return scale(x)\n\ndef idle():\n    return "idle"\n`,
    `from subject import idle, run\ndef test_new_run():\n    assert run(1) == 10\ndef test_old_idle():\n    assert idle() == "idle"\n`,
    `from math import sqrt as scale\n\ndef run(x):\n    return scale(x)\n\ndef idle():\n    return "idle"\n`,
  ),
  shape(
    "a recursive function",
    `def depth(tree):\n    return 1 + max((depth(t) for t in tree), default=0)\n`,
    `from subject import depth\ndef test_new_depth():\n    assert depth([[], [[]]]) == 3\n`,
  ),
  shape(
    "an inner function",
    `def counter():\n    count = 0\n    def step():\n        nonlocal count\n        count += 1\n        return count\n    return step\n`,
    `from subject import counter\ndef test_new_steps():\n    step = counter()\n    assert [step(), step()] == [1, 2]\n`,
  ),
  shape(
    "a decorator used in the test",
    `import functools\n\ndef twice(function):\n    @functools.wraps(function)\n    def wrapper(*args):\n        return function(*args) * 2\n    return wrapper\n`,
    `from subject import twice\ndef test_new_twice():\n    @twice\n    def one():\n        return 1\n    assert one() == 2\ndef test_new_name():\n    @twice\n    def one():\n        return 1\n    assert one.__name__ == "one"\n    assert one() == 2\n`,
  ),
  shape(
    "a decorator factory used in its own module",
    `def repeat(times):\n    def decorate(function):\n        return lambda: [function()] * times\n    return decorate\n\n@repeat(2)\ndef ping():\n    return "pong"\n`,
    `from subject import ping\ndef test_new_ping():\n    assert ping() == ["pong", "pong"]\n`,
  ),
  shape(
    "a cached function",
    `import functools\n\n@functools.lru_cache(maxsize=None)\ndef square(n):\n    return n * n\n`,
    `from subject import square\ndef test_new_square():\n    assert square(3) == 9\n`,
  ),
  shape(
    "functools.singledispatch",
    `from functools import singledispatch\n\n@singledispatch\ndef show(value):\n    return "object"\n\n@show.register(int)\ndef _(value):\n    return "int"\n`,
    `from subject import show\ndef test_new_dispatch():\n    assert show(1) == "int"\n    assert show("a") == "object"\n`,
  ),
  shape(
    "a lambda",
    `double = lambda x: x * 2\n`,
    `from subject import double\ndef test_new_double():\n    assert double(4) == 8\n`,
  ),
  shape(
    "text with umlauts and emoji before the body",
    `NAME = "Zürich 🎉"; size = 3\n\ndef größe(): return "ä" + NAME\n`,
    `import subject\ndef test_new_name():\n    assert subject.größe() == "äZürich 🎉"\n    assert subject.NAME.startswith("Z")\n`,
  ),
  shape(
    "several statements in one line",
    `def f(x): y = x + 1; return y;\nclass C: a = 1; b = 2\n`,
    `from subject import C, f\ndef test_new_f(): assert f(1) == 2\ndef test_new_c(): assert (C.a, C.b) == (1, 2)\n`,
  ),
];

const generators: Shape[] = [
  shape(
    "a generator",
    `def count(n):\n    for i in range(n):\n        yield i\n`,
    `from subject import count\ndef test_new_items():\n    assert list(count(3)) == [0, 1, 2]\ndef test_new_sum():\n    assert sum(count(3)) == 3\n`,
  ),
  shape(
    "yield from",
    `def chain(*parts):\n    for part in parts:\n        yield from part\n`,
    `from subject import chain\ndef test_new_chain():\n    assert [*chain([1], [2])] == [1, 2]\n`,
  ),
  shape(
    "a context manager function",
    `from contextlib import contextmanager\n\n@contextmanager\ndef opened(name):\n    yield name.upper()\n`,
    `from subject import opened\ndef test_new_opened():\n    with opened("a") as value:\n        assert value == "A"\n`,
  ),
  shape(
    "a context manager class",
    `class Timer:\n    def __enter__(self):\n        self.events = ["start"]\n        return self\n    def __exit__(self, *details):\n        self.events.append("stop")\n`,
    `from subject import Timer\ndef test_new_events():\n    with Timer() as timer:\n        assert timer.events == ["start"]\n    assert timer.events == ["start", "stop"]\n`,
  ),
  shape(
    "a coroutine",
    `import asyncio\n\nasync def fetch(x):\n    await asyncio.sleep(0)\n    return x + 1\n`,
    `import asyncio\nfrom subject import fetch\ndef test_new_fetch():\n    assert asyncio.run(fetch(1)) == 2\n`,
  ),
  shape(
    "an asynchronous generator",
    `async def ticks(n):\n    for i in range(n):\n        yield i\n`,
    `import asyncio\nfrom subject import ticks\nasync def gather():\n    return [i async for i in ticks(2)]\ndef test_new_ticks():\n    assert asyncio.run(gather()) == [0, 1]\n`,
  ),
  shape(
    "an asynchronous context manager",
    `from contextlib import asynccontextmanager\n\n@asynccontextmanager\nasync def session():\n    yield "open"\n`,
    `import asyncio\nfrom subject import session\ndef test_new_session():\n    async def use():\n        async with session() as state:\n            return state\n    assert asyncio.run(use()) == "open"\n`,
  ),
  shape(
    "gathered coroutines of a class",
    `import asyncio\n\nclass Client:\n    def __init__(self, base):\n        self.base = base\n    async def get(self, path):\n        return self.base + path\n    async def all(self, paths):\n        return await asyncio.gather(*map(self.get, paths))\n`,
    `import asyncio\nfrom subject import Client\ndef test_new_all():\n    assert asyncio.run(Client("/").all(["a", "b"])) == ["/a", "/b"]\n`,
  ),
];

const classes: Shape[] = [
  shape(
    "a dataclass compared with an equal one",
    `from dataclasses import dataclass, field\n\n@dataclass\nclass Point:\n    x: int\n    y: int = 0\n    tags: list = field(default_factory=list)\n`,
    `from subject import Point\ndef test_new_equal():\n    assert Point(1, 2) == Point(1, 2)\ndef test_new_default():\n    assert Point(1).y == 0\n    assert Point(1).tags == []\ndef test_new_text():\n    assert "x=1" in repr(Point(1))\n`,
  ),
  shape(
    "a frozen dataclass",
    `from dataclasses import dataclass\n\n@dataclass(frozen=True)\nclass Money:\n    amount: int\n    def plus(self, other: "Money") -> "Money":\n        return Money(self.amount + other.amount)\n`,
    `import dataclasses\nimport pytest\nfrom subject import Money\ndef test_new_plus():\n    assert Money(1).plus(Money(2)) == Money(3)\ndef test_new_frozen():\n    with pytest.raises(dataclasses.FrozenInstanceError):\n        Money(1).amount = 2\n`,
  ),
  shape(
    "a field added to a dataclass",
    `from dataclasses import dataclass\n\n@dataclass\nclass User:\n    name: str\n    age: int = 18\n`,
    `from subject import User\ndef test_new_age():\n    assert User("a", 3).age == 3\ndef test_old_name():\n    assert User("a").name == "a"\n`,
    `from dataclasses import dataclass\n\n@dataclass\nclass User:\n    name: str\n`,
  ),
  shape(
    "an Enum",
    `from enum import Enum\n\nclass Color(Enum):\n    RED = "red"\n    BLUE = "blue"\n    @property\n    def short(self):\n        return self.value[0]\n`,
    `from subject import Color\ndef test_new_value():\n    assert Color.RED.value == "red"\ndef test_new_lookup():\n    assert Color("red") is Color.RED\n    assert Color("blue") is not Color.RED\ndef test_new_names():\n    assert [c.name for c in Color] == ["RED", "BLUE"]\ndef test_new_short():\n    assert Color["BLUE"].short == "b"\n`,
  ),
  shape(
    "a member added to an IntEnum",
    `from enum import IntEnum\n\nclass Level(IntEnum):\n    LOW = 1\n    HIGH = 9\n`,
    `from subject import Level\ndef test_new_high():\n    assert Level.HIGH == 9\ndef test_old_low():\n    assert Level.LOW == 1 and Level(1) is Level.LOW\n`,
    `from enum import IntEnum\n\nclass Level(IntEnum):\n    LOW = 1\n`,
  ),
  shape(
    "a NamedTuple",
    `from typing import NamedTuple\n\nclass Pair(NamedTuple):\n    left: int\n    right: int = 2\n`,
    `from subject import Pair\ndef test_new_fields():\n    assert Pair(1).right == 2\ndef test_new_unpack():\n    left, right = Pair(1)\n    assert left == 1 and right == 2\ndef test_new_tuple():\n    assert Pair(1, 2) == (1, 2)\n`,
  ),
  shape(
    "a namedtuple call",
    `from collections import namedtuple\n\nPair = namedtuple("Pair", "left right")\n\ndef swap(pair: Pair) -> Pair:\n    return Pair(pair.right, pair.left)\n`,
    `from subject import Pair, swap\ndef test_new_swap():\n    assert swap(Pair(1, 2)) == Pair(2, 1)\ndef test_new_field():\n    assert Pair(1, 2).left == 1\n`,
  ),
  shape(
    "a class with state",
    `class Stack:\n    def __init__(self):\n        self._items = []\n    def push(self, item):\n        self._items.append(item)\n    def pop(self):\n        if not self._items:\n            raise IndexError("empty stack")\n        return self._items.pop()\n    def __len__(self):\n        return len(self._items)\n`,
    `import pytest\nfrom subject import Stack\ndef test_new_pop():\n    stack = Stack()\n    stack.push(1)\n    assert stack.pop() == 1\ndef test_new_len():\n    stack = Stack()\n    stack.push(1)\n    assert len(stack) == 1\ndef test_new_empty():\n    with pytest.raises(IndexError):\n        Stack().pop()\n`,
  ),
  shape(
    "properties with a setter",
    `class Celsius:\n    def __init__(self, degrees):\n        self._degrees = degrees\n    @property\n    def degrees(self):\n        return self._degrees\n    @degrees.setter\n    def degrees(self, value):\n        if value < -273:\n            raise ValueError("too cold")\n        self._degrees = value\n    @property\n    def fahrenheit(self):\n        return self.degrees * 9 / 5 + 32\n`,
    `import pytest\nfrom subject import Celsius\ndef test_new_fahrenheit():\n    assert Celsius(100).fahrenheit == pytest.approx(212)\ndef test_new_set():\n    c = Celsius(1)\n    c.degrees = 5\n    assert c.degrees == 5\ndef test_new_cold():\n    c = Celsius(1)\n    with pytest.raises(ValueError):\n        c.degrees = -300\n`,
  ),
  shape(
    "class methods, static methods and class attributes",
    `class Shape:\n    sides = 4\n    names = ["a"]\n    @classmethod\n    def square(cls):\n        return cls()\n    @staticmethod\n    def area(side):\n        return side * side\n`,
    `from subject import Shape\ndef test_new_sides():\n    assert Shape.sides == 4\ndef test_new_square():\n    assert isinstance(Shape.square(), Shape)\ndef test_new_area():\n    assert Shape.area(3) == 9\n`,
  ),
  shape(
    "an abstract class and its implementation",
    `from abc import ABC, abstractmethod\n\nclass Animal(ABC):\n    @abstractmethod\n    def sound(self) -> str: ...\n    def speak(self):\n        return f"{self.sound()}!"\n\nclass Dog(Animal):\n    def sound(self):\n        return "woof"\n`,
    `import pytest\nfrom subject import Animal, Dog\ndef test_new_speak():\n    assert Dog().speak() == "woof!"\ndef test_new_abstract():\n    with pytest.raises(TypeError):\n        Animal()\n`,
  ),
  shape(
    "a class derived from an existing one",
    `class Animal:\n    def __init__(self, name):\n        self.name = name\n    def speak(self):\n        return self.name + self.sound()\n    def sound(self):\n        return "?"\n\nclass Cat(Animal):\n    def sound(self):\n        return "miaow"\n`,
    `from subject import Animal, Cat\ndef test_new_cat():\n    assert Cat("t:").speak() == "t:miaow"\ndef test_old_animal():\n    assert Animal("a").speak() == "a?"\n`,
    `class Animal:\n    def __init__(self, name):\n        self.name = name\n    def speak(self):\n        return self.name + self.sound()\n    def sound(self):\n        return "?"\n`,
  ),
  shape(
    "a mixin put under an existing class",
    `class Loud:\n    def shout(self):\n        return self.name.upper()\n\nclass Person(Loud):\n    def __init__(self, name):\n        self.name = name\n    def greet(self):\n        return "hi " + self.name\n`,
    `import pytest\nfrom subject import Person\ndef test_new_shout():\n    assert Person("ann").shout() == "ANN"\ndef test_old_greet():\n    assert Person("ann").greet() == "hi ann"\ndef test_old_attribute():\n    with pytest.raises(AttributeError):\n        Person("ann").missing\n`,
    `class Person:\n    def __init__(self, name):\n        self.name = name\n    def greet(self):\n        return "hi " + self.name\n`,
  ),
  shape(
    "a parameter added to a constructor",
    `class Server:\n    def __init__(self, host, port=80):\n        self.host = host\n        self.port = port\n    def url(self):\n        return f"{self.host}:{self.port}"\n    def name(self):\n        return self.host\n`,
    `from subject import Server\ndef test_new_port():\n    assert Server("h", 8080).port == 8080\ndef test_new_url():\n    assert Server("h").url() == "h:80"\ndef test_old_name():\n    assert Server("h").name() == "h"\n`,
    `class Server:\n    def __init__(self, host):\n        self.host = host\n    def url(self):\n        return self.host\n    def name(self):\n        return self.host\n`,
  ),
  shape(
    "a validating constructor of an existing class",
    `class Age:\n    def __init__(self, years):\n        if years < 0:\n            raise ValueError("negative")\n        self.years = years\n`,
    `import pytest\nfrom subject import Age\ndef test_new_negative():\n    with pytest.raises(ValueError):\n        Age(-1)\ndef test_old_years():\n    assert Age(3).years == 3\n`,
    `class Age:\n    def __init__(self, years):\n        self.years = years\n`,
  ),
  shape(
    "a method added to an existing class with __eq__",
    `class Set:\n    def __init__(self, *items):\n        self.items = list(items)\n    def __eq__(self, other):\n        return self.items == other.items\n    def union(self, other):\n        return Set(*self.items, *other.items)\n`,
    `from subject import Set\ndef test_new_union():\n    assert Set(1).union(Set(2)) == Set(1, 2)\ndef test_old_equal():\n    assert Set(1) == Set(1)\n`,
    `class Set:\n    def __init__(self, *items):\n        self.items = list(items)\n    def __eq__(self, other):\n        return self.items == other.items\n`,
  ),
  shape(
    "operators",
    `import functools\n\n@functools.total_ordering\nclass Version:\n    def __init__(self, text):\n        self.parts = tuple(map(int, text.split(".")))\n    def __eq__(self, other):\n        return self.parts == other.parts\n    def __lt__(self, other):\n        return self.parts < other.parts\n    def __add__(self, other):\n        return Version("9.9")\n    def __str__(self):\n        return ".".join(map(str, self.parts))\n    def __hash__(self):\n        return hash(self.parts)\n`,
    `from subject import Version\ndef test_new_less():\n    assert Version("1.2") < Version("1.10")\ndef test_new_sorted():\n    assert [str(v) for v in sorted([Version("2.0"), Version("1.0")])] == ["1.0", "2.0"]\ndef test_new_text():\n    assert str(Version("1.2")) == "1.2"\ndef test_new_set():\n    assert len({Version("1.0"), Version("1.0")}) == 1\n`,
  ),
  shape(
    "a container protocol",
    `class Bag:\n    def __init__(self, *items):\n        self.items = items\n    def __iter__(self):\n        return iter(self.items)\n    def __getitem__(self, index):\n        return self.items[index]\n    def __contains__(self, item):\n        return item in self.items\n    def __bool__(self):\n        return bool(self.items)\n`,
    `from subject import Bag\ndef test_new_iterate():\n    assert list(Bag(1, 2)) == [1, 2]\ndef test_new_index():\n    assert Bag(5)[0] == 5\ndef test_new_contains():\n    assert 5 in Bag(5)\ndef test_new_empty():\n    assert not Bag()\n`,
  ),
  shape(
    "indexing added to an existing class",
    `class Row:\n    def __init__(self, *cells):\n        self.cells = cells\n    def __getitem__(self, index):\n        return self.cells[index]\n`,
    `from subject import Row\ndef test_new_index():\n    assert Row(7)[0] == 7\ndef test_new_list():\n    assert list(Row(1, 2)) == [1, 2]\ndef test_old_cells():\n    assert Row(1).cells == (1,)\n`,
    `class Row:\n    def __init__(self, *cells):\n        self.cells = cells\n`,
  ),
  shape(
    "a subclass of dict",
    `class Upper(dict):\n    def __missing__(self, key):\n        return key.upper()\n`,
    `from subject import Upper\ndef test_new_missing():\n    assert Upper()["a"] == "A"\ndef test_new_there():\n    assert Upper(a=1) == {"a": 1}\n`,
  ),
  shape(
    "a callable object and a nested class",
    `class Outer:\n    class Inner:\n        limit = 3\n    def __call__(self, x):\n        return x + self.Inner.limit\n`,
    `from subject import Outer\ndef test_new_call():\n    assert Outer()(1) == 4\ndef test_new_inner():\n    assert Outer.Inner.limit == 3\n`,
  ),
  shape(
    "a generic class with slots",
    `from typing import Generic, TypeVar\n\nT = TypeVar("T")\n\nclass Box(Generic[T]):\n    __slots__ = ("value",)\n    def __init__(self, value: T) -> None:\n        self.value = value\n    def get(self) -> T:\n        return self.value\n\ndef make() -> Box[int]:\n    return Box[int](1)\n`,
    `from subject import Box, make\ndef test_new_get():\n    assert Box(3).get() == 3\ndef test_new_make():\n    assert make().value == 1\n`,
  ),
  shape(
    "a Protocol and its user",
    `from typing import Protocol, runtime_checkable\n\n@runtime_checkable\nclass Sized(Protocol):\n    def size(self) -> int: ...\n\nclass File:\n    def size(self):\n        return 3\n\ndef total(items: "list[Sized]") -> int:\n    return sum(item.size() for item in items)\n`,
    `from subject import File, Sized, total\ndef test_new_total():\n    assert total([File(), File()]) == 6\ndef test_old_protocol():\n    assert isinstance(File(), Sized)\n`,
  ),
  shape(
    "a descriptor",
    `class Positive:\n    def __set_name__(self, owner, name):\n        self.name = "_" + name\n    def __get__(self, instance, owner):\n        return getattr(instance, self.name)\n    def __set__(self, instance, value):\n        if value <= 0:\n            raise ValueError("not positive")\n        setattr(instance, self.name, value)\n\nclass Order:\n    quantity = Positive()\n    def __init__(self, quantity):\n        self.quantity = quantity\n`,
    `import pytest\nfrom subject import Order\ndef test_new_set():\n    assert Order(3).quantity == 3\ndef test_new_refused():\n    with pytest.raises(ValueError):\n        Order(0)\n`,
  ),
  shape(
    "a fluent builder",
    `class Query:\n    def __init__(self):\n        self.parts = []\n    def where(self, text):\n        self.parts.append(text)\n        return self\n    def build(self):\n        return " and ".join(self.parts)\n`,
    `from subject import Query\ndef test_new_build():\n    assert Query().where("a").where("b").build() == "a and b"\n`,
  ),
];

const errorsAndValues: Shape[] = [
  shape(
    "an exception class with its own text",
    `class NotFound(LookupError):\n    def __init__(self, key):\n        super().__init__(f"no {key}")\n        self.key = key\n\ndef get(key):\n    raise NotFound(key)\n`,
    `import pytest\nfrom subject import NotFound, get\ndef test_new_raised():\n    with pytest.raises(NotFound) as caught:\n        get("a")\n    assert caught.value.key == "a"\ndef test_new_text():\n    assert str(NotFound("a")) == "no a"\n`,
  ),
  shape(
    "a family of exceptions",
    `class AppError(Exception):\n    code = 1\n    def describe(self):\n        return f"{self.code}: {self}"\n\nclass ConfigError(AppError):\n    code = 2\n`,
    `from subject import AppError, ConfigError\ndef test_new_code():\n    assert ConfigError("x").code == 2\ndef test_new_describe():\n    assert ConfigError("x").describe() == "2: x"\ndef test_old_family():\n    assert issubclass(ConfigError, AppError)\n`,
  ),
  shape(
    "an exception that is chained",
    `def parse(text):\n    try:\n        return int(text)\n    except ValueError as error:\n        raise RuntimeError("bad number") from error\n`,
    `import pytest\nfrom subject import parse\ndef test_new_chain():\n    with pytest.raises(RuntimeError) as caught:\n        parse("x")\n    assert isinstance(caught.value.__cause__, ValueError)\n`,
  ),
  shape(
    "a test that expects an error with try and fail",
    `def strict(x):\n    if x is None:\n        raise TypeError("none")\n    return x\n`,
    `import pytest\nfrom subject import strict\ndef test_new_try():\n    try:\n        strict(None)\n    except TypeError:\n        pass\n    else:\n        pytest.fail("nothing raised")\n`,
  ),
  shape(
    "a warning",
    `import warnings\n\ndef old():\n    warnings.warn("old is deprecated", DeprecationWarning)\n`,
    `import pytest\nfrom subject import old\ndef test_new_warns():\n    with pytest.warns(DeprecationWarning, match="old"):\n        old()\n`,
  ),
  shape(
    "constants",
    `LIMIT = 60 * 60\nNAMES = ["a", "b"]\nTABLE = {name: len(name) for name in NAMES}\nA, B = 1, 2\n__version__ = "1.0"\n`,
    `from subject import A, B, LIMIT, NAMES, TABLE\ndef test_new_limit():\n    assert LIMIT == 3600\ndef test_new_names():\n    assert NAMES == ["a", "b"]\ndef test_new_table():\n    assert TABLE == {"a": 1, "b": 1}\ndef test_new_pair():\n    assert (A, B) == (1, 2)\n`,
  ),
  shape(
    "a changed constant and a value computed from it",
    `BASE = 20\nDOUBLE = BASE * 2\nOTHER = "x"\n`,
    `from subject import BASE, DOUBLE, OTHER\ndef test_new_base():\n    assert BASE == 20\ndef test_new_double():\n    assert DOUBLE == 40\ndef test_old_other():\n    assert OTHER == "x"\n`,
    `BASE = 10\nDOUBLE = BASE * 2\nOTHER = "x"\n`,
  ),
  shape(
    "a table computed by a new function while importing",
    `def build():\n    return {"a": 1}\n\nTABLE = build()\nKEYS = sorted(TABLE.keys())\n\ndef kept():\n    return 1\n`,
    `from subject import KEYS, TABLE, kept\ndef test_new_table():\n    assert TABLE == {"a": 1}\ndef test_new_keys():\n    assert KEYS == ["a"]\ndef test_old_kept():\n    assert kept() == 1\n`,
    `def kept():\n    return 1\n`,
  ),
  shape(
    "a compiled pattern",
    `import re\n\nPATTERN = re.compile(r"\\d+")\n\ndef numbers(text):\n    return PATTERN.findall(text)\n`,
    `from subject import numbers\ndef test_new_numbers():\n    assert numbers("a1b22") == ["1", "22"]\n`,
  ),
  shape(
    "machinery of a module stays",
    `import logging\nfrom typing import Dict, Optional, Union\n\nlogger = logging.getLogger(__name__)\nAlias = Union[int, str]\nTable = Dict[str, Alias]\n__all__ = ["read"]\n\ndef read(table: Optional[Table] = None) -> Alias:\n    logger.debug("read")\n    return 3\n`,
    `from subject import *\ndef test_new_read():\n    assert read() == 3\n`,
  ),
  shape(
    "a registry filled by decorators",
    `COMMANDS = {}\n\ndef command(name):\n    def register(function):\n        COMMANDS[name] = function\n        return function\n    return register\n\n@command("hello")\ndef hello():\n    return "hello"\n\n@command("bye")\ndef bye():\n    return "bye"\n`,
    `from subject import COMMANDS, bye, hello\ndef test_new_bye():\n    assert bye() == "bye"\ndef test_old_hello():\n    assert hello() == "hello"\ndef test_old_command():\n    assert COMMANDS["hello"]() == "hello"\n`,
    `COMMANDS = {}\n\ndef command(name):\n    def register(function):\n        COMMANDS[name] = function\n        return function\n    return register\n\n@command("hello")\ndef hello():\n    return "hello"\n`,
  ),
];

const testStyles: Shape[] = [
  shape(
    "parametrised tests",
    `def roman(n):\n    return {1: "I", 5: "V"}[n]\n`,
    `import pytest\nfrom subject import roman\n@pytest.mark.parametrize("number, text", [(1, "I"), (5, "V")])\ndef test_new_roman(number, text):\n    assert roman(number) == text\n`,
  ),
  shape(
    "a table in a loop",
    `def slug(text):\n    return text.lower().replace(" ", "-")\n`,
    `from subject import slug\nCASES = [("A b", "a-b"), ("C", "c")]\ndef test_new_cases():\n    for text, wanted in CASES:\n        assert slug(text) == wanted, text\n`,
  ),
  shape(
    "fixtures and tmp_path",
    `def save(path, text):\n    path.write_text(text)\n    return len(text)\n`,
    `import pytest\nfrom subject import save\n@pytest.fixture\ndef target(tmp_path):\n    assert tmp_path.exists()\n    return tmp_path / "a.txt"\ndef test_new_save(target):\n    size = save(target, "abc")\n    assert size == 3\n    assert target.read_text() == "abc"\n`,
  ),
  shape(
    "monkeypatch and capsys",
    `import os\n\ndef show():\n    print(os.environ.get("WHO", "nobody"))\n`,
    `from subject import show\ndef test_new_show(monkeypatch, capsys):\n    monkeypatch.setenv("WHO", "ann")\n    show()\n    assert capsys.readouterr().out == "ann\\n"\n`,
  ),
  shape(
    "mocks",
    `def notify(client, name):\n    client.send(f"hi {name}", retry=2)\n`,
    `from unittest import mock\nfrom subject import notify\ndef test_new_called():\n    client = mock.Mock()\n    notify(client, "ann")\n    client.send.assert_called_once_with("hi ann", retry=2)\n`,
  ),
  shape(
    "a patched collaborator",
    `import json\n\ndef load(path):\n    return json.loads(read(path))\n\ndef read(path):\n    with open(path) as file:\n        return file.read()\n`,
    `import subject as module\nfrom unittest.mock import patch\ndef test_new_load():\n    with patch.object(module, "read", return_value="[1]"):\n        assert module.load("x") == [1]\n`,
  ),
  shape(
    "a unittest class",
    `class Account:\n    def __init__(self):\n        self.balance = 0\n    def deposit(self, amount):\n        if amount <= 0:\n            raise ValueError("amount")\n        self.balance += amount\n        return self.balance\n`,
    `import unittest\nfrom subject import Account\nclass AccountTest(unittest.TestCase):\n    def setUp(self):\n        self.account = Account()\n    def test_new_deposit(self):\n        self.assertEqual(self.account.deposit(5), 5)\n    def test_new_refused(self):\n        with self.assertRaises(ValueError):\n            self.account.deposit(0)\n    def test_new_refused_call(self):\n        self.assertRaisesRegex(ValueError, "amount", self.account.deposit, 0)\n    def test_new_in(self):\n        self.assertIn(self.account.deposit(1), (1, 2))\n    def test_new_list(self):\n        self.assertListEqual([self.account.deposit(1)], [1])\n`,
  ),
  shape(
    "an asynchronous unittest class",
    `async def answer():\n    return 42\n`,
    `import unittest\nfrom subject import answer\nclass AnswerTest(unittest.IsolatedAsyncioTestCase):\n    async def test_new_answer(self):\n        self.assertEqual(await answer(), 42)\n`,
  ),
  shape(
    "a test class with a helper method",
    `def parse(text):\n    key, _, value = text.partition("=")\n    return {key: value}\n`,
    `from subject import parse\nclass TestParse:\n    def check(self, text, wanted):\n        assert parse(text) == wanted\n    def test_new_parse(self):\n        self.check("a=b", {"a": "b"})\n`,
  ),
  shape(
    "a helper function that asserts",
    `def trim(text):\n    return text.strip()\n`,
    `from subject import trim\ndef assert_trimmed(text, wanted):\n    got = trim(text)\n    if got != wanted:\n        raise AssertionError(got)\ndef test_new_trim():\n    assert_trimmed(" a ", "a")\n`,
  ),
  shape(
    "numbers close to each other",
    `def mean(numbers):\n    return sum(numbers) / len(numbers)\n`,
    `import math\nimport pytest\nfrom subject import mean\ndef test_new_approx():\n    assert mean([0.1, 0.2]) == pytest.approx(0.15)\ndef test_new_close():\n    assert math.isclose(mean([1, 2]), 1.5)\ndef test_new_between():\n    assert 1 < mean([1, 2]) < 2\n`,
  ),
  shape(
    "a command line parser",
    `import argparse\n\ndef parser():\n    result = argparse.ArgumentParser()\n    result.add_argument("--size", type=int, default=3)\n    return result\n\ndef main(argv):\n    print(parser().parse_args(argv).size)\n    return 0\n\nif __name__ == "__main__":\n    raise SystemExit(main([]))\n`,
    `from subject import main, parser\ndef test_new_default():\n    assert parser().parse_args([]).size == 3\ndef test_new_main(capsys):\n    assert main(["--size", "5"]) == 0\n    assert capsys.readouterr().out == "5\\n"\n`,
  ),
  shape(
    "a thread-safe counter",
    `import threading\n\nclass Counter:\n    def __init__(self):\n        self.lock = threading.Lock()\n        self.value = 0\n    def add(self):\n        with self.lock:\n            self.value += 1\n`,
    `import threading\nfrom subject import Counter\ndef test_new_threads():\n    counter = Counter()\n    threads = [threading.Thread(target=counter.add) for _ in range(3)]\n    for thread in threads:\n        thread.start()\n    for thread in threads:\n        thread.join()\n    assert counter.value == 3\n`,
  ),
  shape(
    "round trips and negative tests",
    `import base64\n\ndef encode(text):\n    return base64.b64encode(text.encode()).decode()\n\ndef decode(text):\n    return base64.b64decode(text.encode()).decode()\n`,
    `from subject import decode, encode\ndef test_new_round_trip():\n    assert decode(encode("abc")) == "abc"\ndef test_new_different():\n    assert encode("a") != encode("b")\ndef test_old_words():\n    assert "a" + "b" == "".join(["a", "b"])\n`,
  ),
];

export const SHAPES: readonly Shape[] = [...functions, ...generators, ...classes, ...errorsAndValues, ...testStyles];
