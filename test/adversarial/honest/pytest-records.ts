import { py } from "../../support/python.ts";
import type { HonestCase } from "./case.ts";

/** Records and enumerations. */
export const cases: HonestCase[] = [
  {
    name: "a dataclass with defaults and a derived value",
    head: {
      "src/ledger/invoice.py": py`
        from dataclasses import dataclass, field


        @dataclass
        class Line:
            name: str
            price: int
            quantity: int = 1


        @dataclass
        class Invoice:
            lines: list[Line] = field(default_factory=list)

            @property
            def total(self) -> int:
                return sum(line.price * line.quantity for line in self.lines)
      `,
      "tests/test_invoice.py": py`
        from ledger.invoice import Invoice, Line


        def test_total():
            assert Invoice([Line("nail", 2, 10), Line("saw", 30)]).total == 50


        def test_invoices_do_not_share_lines():
            first, second = Invoice(), Invoice()
            first.lines.append(Line("nail", 2))
            assert second.lines == []


        def test_equal_lines():
            assert Line("nail", 2) == Line("nail", 2, 1)
            assert Line("nail", 2) != Line("nail", 3)
      `,
    },
  },
  {
    name: "a frozen, ordered dataclass",
    head: {
      "semver.py": py`
        from __future__ import annotations

        import dataclasses


        @dataclasses.dataclass(frozen=True, order=True)
        class Version:
            major: int
            minor: int = 0
            patch: int = 0

            def bump(self, part: str) -> Version:
                order = ["major", "minor", "patch"]
                later = order[order.index(part) + 1 :]
                changes = {part: getattr(self, part) + 1, **dict.fromkeys(later, 0)}
                return dataclasses.replace(self, **changes)
      `,
      "tests/test_semver.py": py`
        import dataclasses

        import pytest

        from semver import Version


        def test_order():
            assert sorted([Version(2), Version(1, 5), Version(1, 4, 9)])[0] == Version(1, 4, 9)
            assert Version(1, 2) < Version(1, 10)


        def test_bump():
            assert Version(1, 2, 3).bump("minor") == Version(1, 3, 0)


        def test_cannot_be_changed():
            with pytest.raises(dataclasses.FrozenInstanceError):
                Version(1).major = 2


        def test_can_be_a_key():
            assert {Version(1): "one"}[Version(1)] == "one"
      `,
    },
  },
  {
    name: "an Enum with behaviour",
    head: {
      "priority.py": py`
        import enum


        class Priority(enum.Enum):
            LOW = "low"
            HIGH = "high"

            @classmethod
            def parse(cls, text):
                try:
                    return cls(text.strip().lower())
                except ValueError:
                    return cls.LOW

            @property
            def urgent(self):
                return self is Priority.HIGH
      `,
      "tests/test_priority.py": py`
        from priority import Priority


        def test_parse():
            assert Priority.parse(" HIGH ") is Priority.HIGH
            assert Priority.parse("whatever") is Priority.LOW


        def test_urgent():
            assert Priority.HIGH.urgent
            assert not Priority.LOW.urgent


        def test_members():
            assert [member.value for member in Priority] == ["low", "high"]
      `,
    },
  },
  {
    name: "flags that are combined",
    head: {
      "access.py": py`
        from enum import Flag, auto


        class Access(Flag):
            READ = auto()
            WRITE = auto()
            ALL = READ | WRITE


        def describe(access):
            return "".join(letter if flag in access else "-" for letter, flag in (("r", Access.READ), ("w", Access.WRITE)))
      `,
      "tests/test_access.py": py`
        from access import Access, describe


        def test_describe():
            assert describe(Access.READ) == "r-"
            assert describe(Access.READ | Access.WRITE) == "rw"


        def test_all_is_everything():
            assert Access.ALL == Access.READ | Access.WRITE
            assert Access.WRITE in Access.ALL
      `,
    },
  },
  {
    name: "a NamedTuple",
    head: {
      "interval.py": py`
        from typing import NamedTuple, Optional


        class Interval(NamedTuple):
            start: int
            end: int

            def overlap(self, other: "Interval") -> "Optional[Interval]":
                start, end = max(self.start, other.start), min(self.end, other.end)
                return Interval(start, end) if start < end else None
      `,
      "tests/test_interval.py": py`
        from interval import Interval


        def test_overlap():
            assert Interval(0, 5).overlap(Interval(3, 9)) == (3, 5)


        def test_no_overlap():
            assert Interval(0, 3).overlap(Interval(3, 9)) is None


        def test_unpacks():
            start, end = Interval(1, 2)
            assert (start, end) == (1, 2)
      `,
    },
  },
];
