import { py } from "../../support/python.ts";
import type { HonestCase } from "./case.ts";

/** Objects that behave like built-in ones. */
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
];
