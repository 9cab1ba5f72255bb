import { py } from "../../support/python.ts";
import type { HonestCase } from "./case.ts";

/** Numbers, sets, expressions, machines. */
export const cases: HonestCase[] = [
  {
    name: "decimals rounded as banks do",
    head: {
      "money.py": py`
        from decimal import ROUND_HALF_EVEN, Decimal

        CENT = Decimal("0.01")


        def add_tax(net, rate):
            tax = (Decimal(net) * Decimal(rate) / 100).quantize(CENT, rounding=ROUND_HALF_EVEN)
            return Decimal(net) + tax, tax
      `,
      "tests/test_money.py": py`
        from decimal import Decimal, InvalidOperation

        import pytest

        from money import add_tax


        def test_rounds_half_to_even():
            gross, tax = add_tax("0.50", "5")
            assert tax == Decimal("0.02")
            assert gross == Decimal("0.52")


        def test_refuses_text():
            with pytest.raises(InvalidOperation):
                add_tax("ten", "5")
      `,
    },
  },
  {
    name: "fractions and approximations",
    head: {
      "stats.py": py`
        import math
        from fractions import Fraction


        def harmonic(n):
            return sum((Fraction(1, k) for k in range(1, n + 1)), Fraction(0))


        def deviation(values):
            mean = math.fsum(values) / len(values)
            return math.sqrt(math.fsum((v - mean) ** 2 for v in values) / len(values))
      `,
      "tests/test_stats.py": py`
        import math
        from fractions import Fraction

        import pytest

        from stats import deviation, harmonic


        def test_harmonic_is_exact():
            assert harmonic(4) == Fraction(25, 12)


        def test_deviation():
            assert deviation([1, 2, 3, 4]) == pytest.approx(1.118, abs=1e-3)
            assert math.isclose(deviation([5, 5]), 0.0)
      `,
    },
  },
  {
    name: "sets and dictionaries compared",
    head: {
      "diffing.py": py`
        def diff(before, after):
            return {
                "added": after.keys() - before.keys(),
                "removed": before.keys() - after.keys(),
                "changed": {key for key in before.keys() & after.keys() if before[key] != after[key]},
            }
      `,
      "tests/test_diffing.py": py`
        from diffing import diff


        def test_diff():
            found = diff({"a": 1, "b": 2, "c": 3}, {"b": 2, "c": 4, "d": 5})
            assert found["added"] == {"d"}
            assert found["removed"] == {"a"}
            assert found["changed"] == {"c"}


        def test_nothing_differs():
            assert not any(diff({"a": 1}, {"a": 1}).values())
      `,
    },
  },
  {
    name: "regular expressions with named groups",
    head: {
      "logline.py": py`
        import re

        LINE = re.compile(r"^(?P<host>\S+) \[(?P<time>[^\]]+)\] \"(?P<method>[A-Z]+) (?P<path>\S+)\" (?P<status>\d{3})$")


        def parse(line):
            found = LINE.match(line)
            if found is None:
                return None
            return {**found.groupdict(), "status": int(found["status"])}
      `,
      "tests/test_logline.py": py`
        from logline import parse


        def test_parses():
            entry = parse('10.0.0.1 [01/Jan] "GET /x" 404')
            assert entry["path"] == "/x"
            assert entry["status"] == 404


        def test_garbage_is_none():
            assert parse("garbage") is None
      `,
    },
  },
  {
    name: "a state machine",
    head: {
      "door.py": py`
        class InvalidTransition(RuntimeError):
            pass


        class Door:
            TRANSITIONS = {("open", "close"): "closed", ("closed", "open"): "open", ("closed", "lock"): "locked"}
            TRANSITIONS[("locked", "unlock")] = "closed"

            def __init__(self):
                self.state = "closed"
                self.history = [self.state]

            def trigger(self, event):
                try:
                    self.state = self.TRANSITIONS[self.state, event]
                except KeyError:
                    raise InvalidTransition(f"cannot {event} while {self.state}") from None
                self.history.append(self.state)
                return self
      `,
      "tests/test_door.py": py`
        import pytest

        from door import Door, InvalidTransition


        def test_walks_through_states():
            door = Door().trigger("lock").trigger("unlock").trigger("open")
            assert door.state == "open"
            assert door.history == ["closed", "locked", "closed", "open"]


        def test_locked_doors_do_not_open():
            door = Door().trigger("lock")
            with pytest.raises(InvalidTransition, match="cannot open while locked"):
                door.trigger("open")
            assert door.state == "locked"
      `,
    },
  },
];
