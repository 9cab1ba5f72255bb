import { py } from "../../support/python.ts";
import type { HonestCase } from "./case.ts";

/** Objects that behave like built-in ones, and collections. */
export const cases: HonestCase[] = [
  {
    name: "equality and hash",
    head: {
      "email_address.py": py`
        class EmailAddress:
            def __init__(self, text):
                self.local, _, self.domain = text.partition("@")

            def __eq__(self, other):
                if not isinstance(other, EmailAddress):
                    return NotImplemented
                return (self.local, self.domain.lower()) == (other.local, other.domain.lower())

            def __hash__(self):
                return hash((self.local, self.domain.lower()))
      `,
      "tests/test_email_address.py": py`
        from email_address import EmailAddress


        def test_domain_ignores_case():
            assert EmailAddress("ann@Example.org") == EmailAddress("ann@example.org")


        def test_local_part_does_not():
            assert EmailAddress("Ann@example.org") != EmailAddress("ann@example.org")


        def test_other_types_are_different():
            assert EmailAddress("ann@example.org") != "ann@example.org"


        def test_sets():
            assert len({EmailAddress("a@B"), EmailAddress("a@b")}) == 1
      `,
    },
  },
  {
    name: "a total order",
    head: {
      "card.py": py`
        from functools import total_ordering

        RANKS = "23456789TJQKA"


        @total_ordering
        class Card:
            def __init__(self, text):
                self.rank, self.suit = text

            def _key(self):
                return RANKS.index(self.rank)

            def __eq__(self, other):
                return self._key() == other._key()

            def __lt__(self, other):
                return self._key() < other._key()

            def __str__(self):
                return self.rank + self.suit
      `,
      "tests/test_card.py": py`
        from card import Card


        def test_compares_by_rank():
            assert Card("9h") < Card("Ts")
            assert Card("As") >= Card("Kd")
            assert not Card("2s") > Card("3s")


        def test_sorts():
            hand = [Card("Ks"), Card("2h"), Card("Td")]
            assert [str(card) for card in sorted(hand)] == ["2h", "Td", "Ks"]


        def test_best():
            assert str(max(map(Card, ["2h", "Qc", "Jd"]))) == "Qc"
      `,
    },
  },
  {
    name: "arithmetic operators",
    head: {
      "vector.py": py`
        class Vector:
            __slots__ = ("x", "y")

            def __init__(self, x, y):
                self.x = x
                self.y = y

            def __add__(self, other):
                return Vector(self.x + other.x, self.y + other.y)

            def __mul__(self, factor):
                return Vector(self.x * factor, self.y * factor)

            __rmul__ = __mul__

            def __neg__(self):
                return self * -1

            def __abs__(self):
                return (self.x**2 + self.y**2) ** 0.5

            def __eq__(self, other):
                return isinstance(other, Vector) and (self.x, self.y) == (other.x, other.y)
      `,
      "tests/test_vector.py": py`
        from vector import Vector


        def test_add():
            assert Vector(1, 2) + Vector(3, 4) == Vector(4, 6)


        def test_scale_from_both_sides():
            assert Vector(1, 2) * 3 == Vector(3, 6)
            assert 3 * Vector(1, 2) == Vector(3, 6)


        def test_length():
            assert abs(Vector(3, 4)) == 5.0


        def test_negative():
            negative = -Vector(1, -2)
            assert (negative.x, negative.y) == (-1, 2)
      `,
    },
  },
  {
    name: "a container",
    head: {
      "ring.py": py`
        class Ring:
            """Keeps the newest items."""

            def __init__(self, size, items=()):
                self._size = size
                self._items = []
                for item in items:
                    self.append(item)

            def append(self, item):
                self._items.append(item)
                del self._items[: -self._size]

            def __len__(self):
                return len(self._items)

            def __getitem__(self, index):
                return self._items[index]

            def __contains__(self, item):
                return item in self._items

            def __iter__(self):
                return iter(self._items)

            def __bool__(self):
                return bool(self._items)
      `,
      "tests/test_ring.py": py`
        import pytest

        from ring import Ring


        @pytest.fixture
        def ring():
            return Ring(3, "abcd")


        def test_keeps_the_newest(ring):
            assert list(ring) == ["b", "c", "d"]
            assert len(ring) == 3


        def test_indexes(ring):
            assert ring[0] == "b"
            assert ring[-1] == "d"
            with pytest.raises(IndexError):
                ring[3]


        def test_contains(ring):
            assert "d" in ring
            assert "a" not in ring


        def test_empty_ring_is_false():
            assert not Ring(3)
      `,
    },
  },
  {
    name: "an iterator with state",
    head: {
      "paging.py": py`
        class Pages:
            def __init__(self, fetch):
                self.fetch = fetch
                self.cursor = None
                self.done = False

            def __iter__(self):
                return self

            def __next__(self):
                if self.done:
                    raise StopIteration
                items, self.cursor = self.fetch(self.cursor)
                self.done = self.cursor is None
                return items
      `,
      "tests/test_paging.py": py`
        from paging import Pages


        def test_follows_cursors():
            answers = {None: ([1, 2], "b"), "b": ([3], None)}
            assert [item for page in Pages(answers.__getitem__) for item in page] == [1, 2, 3]


        def test_ends_after_the_last_page():
            pages = Pages(lambda cursor: (["only"], None))
            assert next(pages) == ["only"]
            assert next(pages, "end") == "end"
      `,
    },
  },
  {
    name: "a context manager class that swallows one kind of error",
    head: {
      "transaction.py": py`
        class Rollback(Exception):
            pass


        class Transaction:
            def __init__(self, log):
                self.log = log

            def __enter__(self):
                self.log.append("begin")
                return self

            def __exit__(self, kind, error, trace):
                self.log.append("commit" if kind is None else "rollback")
                return kind is not None and issubclass(kind, Rollback)
      `,
      "tests/test_transaction.py": py`
        import pytest

        from transaction import Rollback, Transaction


        def test_commits():
            log = []
            with Transaction(log):
                log.append("work")
            assert log == ["begin", "work", "commit"]


        def test_rollback_is_quiet():
            log = []
            with Transaction(log):
                raise Rollback
            assert log == ["begin", "rollback"]


        def test_other_errors_go_on():
            log = []
            with pytest.raises(ZeroDivisionError):
                with Transaction(log):
                    1 / 0
            assert log[-1] == "rollback"
      `,
    },
  },
  {
    name: "a callable object",
    head: {
      "debounce.py": py`
        class EveryNth:
            def __init__(self, n, action):
                self.n, self.action, self.calls = n, action, 0

            def __call__(self, *args):
                self.calls += 1
                if self.calls % self.n == 0:
                    return self.action(*args)
                return None
      `,
      "tests/test_debounce.py": py`
        from debounce import EveryNth


        def test_acts_every_third_time():
            seen = []
            act = EveryNth(3, seen.append)
            for number in range(7):
                act(number)
            assert seen == [2, 5]
      `,
    },
  },
  {
    name: "subclasses of built-in types",
    head: {
      "cidict.py": py`
        from collections import UserDict


        class CaseInsensitiveDict(UserDict):
            def __setitem__(self, key, value):
                super().__setitem__(key.lower(), value)

            def __getitem__(self, key):
                return super().__getitem__(key.lower())

            def __contains__(self, key):
                return super().__contains__(key.lower())


        class Percent(int):
            def __str__(self):
                return f"{int(self)} %"
      `,
      "tests/test_cidict.py": py`
        from cidict import CaseInsensitiveDict, Percent


        def test_lookup_ignores_case():
            headers = CaseInsensitiveDict({"Content-Type": "text/html"})
            assert headers["content-type"] == "text/html"
            assert "CONTENT-TYPE" in headers


        def test_update_overwrites():
            headers = CaseInsensitiveDict(A=1)
            headers.update({"a": 2})
            assert dict(headers) == {"a": 2}


        def test_percent():
            assert str(Percent(40)) == "40 %"
            assert Percent(40) + 2 == 42
      `,
    },
  },
  {
    name: "a generic class",
    head: {
      "result.py": py`
        from typing import Callable, Generic, TypeVar, Union

        T = TypeVar("T")
        U = TypeVar("U")


        class Ok(Generic[T]):
            def __init__(self, value: T):
                self.value = value

            def map(self, function: Callable[[T], U]) -> "Ok[U]":
                return Ok(function(self.value))

            def unwrap_or(self, default: T) -> T:
                return self.value


        class Err(Generic[T]):
            def __init__(self, reason: str):
                self.reason = reason

            def map(self, function) -> "Err[T]":
                return self

            def unwrap_or(self, default: T) -> T:
                return default


        Result = Union[Ok[T], Err[T]]
      `,
      "tests/test_result.py": py`
        from result import Err, Ok


        def test_ok():
            assert Ok[int](2).map(lambda n: n + 1).unwrap_or(0) == 3


        def test_err():
            err = Err[int]("no")
            assert err.map(lambda n: n + 1) is err
            assert err.unwrap_or(7) == 7
            assert err.reason == "no"
      `,
    },
  },
  {
    name: "classes that register themselves",
    head: {
      "plugins.py": py`
        class Plugin:
            registry = {}

            def __init_subclass__(cls, name=None, **options):
                super().__init_subclass__(**options)
                Plugin.registry[name or cls.__name__.lower()] = cls

            @classmethod
            def create(cls, name, *args):
                return cls.registry[name](*args)
      `,
      "tests/test_plugins.py": py`
        import pytest

        from plugins import Plugin


        class Upper(Plugin):
            def run(self, text):
                return text.upper()


        class Reverse(Plugin, name="backwards"):
            def run(self, text):
                return text[::-1]


        def test_create():
            assert Plugin.create("upper").run("abc") == "ABC"
            assert Plugin.create("backwards").run("abc") == "cba"


        def test_unknown():
            with pytest.raises(KeyError):
                Plugin.create("nothing")
      `,
    },
  },
];
