import { py } from "../../support/python.ts";
import type { HonestCase } from "./case.ts";

/** Functions of functions, caches, dispatch, validators. */
export const cases: HonestCase[] = [
  {
    name: "what others answer, and handlers that look at nothing",
    head: {
      "prices.py": py`
        class Priced:
            def price(self):
                raise NotImplementedError

            def label(self):
                return f"{type(self).__name__}: {self.price()}"


        class Free(Priced):
            def price(self):
                return 0


        class Fixed(Priced):
            def __init__(self, cents):
                self.cents = cents

            def price(self):
                return self.cents


        def health(event, context):
            return {"status": 200, "body": "ok"}


        def color(status):
            return {"open": "red", "paid": "green"}.get(status, "grey")
      `,
      "tests/test_prices.py": py`
        import pytest

        from prices import Fixed, Free, Priced, color, health


        def test_labels():
            assert Fixed(150).label() == "Fixed: 150"
            assert Free().label() == "Free: 0"


        def test_somebody_has_to_say():
            with pytest.raises(NotImplementedError):
                Priced().price()


        def test_health():
            assert health({"path": "/health"}, None) == {"status": 200, "body": "ok"}


        @pytest.mark.parametrize("status, wanted", [("open", "red"), ("paid", "green"), ("x", "grey")])
        def test_color(status, wanted):
            assert color(status) == wanted
      `,
    },
  },
  {
    name: "grouping with itertools",
    head: {
      "grouping.py": py`
        import itertools
        import operator


        def totals_by(rows, key, value):
            ordered = sorted(rows, key=operator.itemgetter(key))
            return {
                name: sum(row[value] for row in group)
                for name, group in itertools.groupby(ordered, key=operator.itemgetter(key))
            }
      `,
      "tests/test_grouping.py": py`
        from grouping import totals_by

        ROWS = [
            {"city": "Bern", "sales": 3},
            {"city": "Graz", "sales": 1},
            {"city": "Bern", "sales": 4},
        ]


        def test_totals():
            assert totals_by(ROWS, "city", "sales") == {"Bern": 7, "Graz": 1}


        def test_no_rows():
            assert totals_by([], "city", "sales") == {}
      `,
    },
  },
  {
    name: "a cached function with its cache counted",
    head: {
      "paths_count.py": py`
        from functools import lru_cache


        @lru_cache(maxsize=None)
        def grid_paths(rows, columns):
            if rows == 1 or columns == 1:
                return 1
            return grid_paths(rows - 1, columns) + grid_paths(rows, columns - 1)
      `,
      "tests/test_paths_count.py": py`
        import pytest

        from paths_count import grid_paths


        @pytest.fixture(autouse=True)
        def cold_cache():
            grid_paths.cache_clear()


        def test_counts_paths():
            assert grid_paths(3, 3) == 6


        def test_large_grids_are_cheap():
            grid_paths(30, 30)
            assert grid_paths.cache_info().misses < 1000
            assert grid_paths(30, 30) == 30067266499541040
      `,
    },
  },
  {
    name: "singledispatch with a registered type",
    head: {
      "render.py": py`
        from datetime import date
        from functools import singledispatch


        @singledispatch
        def render(value):
            raise TypeError(f"cannot render {type(value).__name__}")


        @render.register
        def _(value: bool):
            return "yes" if value else "no"


        @render.register
        def _(value: date):
            return value.strftime("%d.%m.%Y")


        @render.register
        def _(value: list):
            return ", ".join(render(item) for item in value)
      `,
      "tests/test_render.py": py`
        from datetime import date

        import pytest

        from render import render


        def test_renders_by_type():
            assert render([True, False, date(2024, 2, 3)]) == "yes, no, 03.02.2024"


        def test_refuses_what_it_does_not_know():
            with pytest.raises(TypeError, match="cannot render complex"):
                render(1j)
      `,
    },
  },
  {
    name: "encode and decode, tested only as a round trip over many values",
    head: {
      "base36.py": py`
        DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


        def encode(number):
            text = ""
            while True:
                number, digit = divmod(number, 36)
                text = DIGITS[digit] + text
                if number == 0:
                    return text


        def decode(text):
            return int(text, 36)
      `,
      "tests/test_base36.py": py`
        from base36 import decode, encode


        def test_round_trip():
            for number in list(range(2000)) + [36**5, 36**5 - 1]:
                assert decode(encode(number)) == number
      `,
    },
  },
  {
    name: "a structural match",
    head: {
      "commands.py": py`
        def interpret(command):
            parts = command.split()
            if not parts:
                return None
            name, *rest = parts
            if name == "go" and len(rest) == 1:
                return {"action": "move", "to": rest[0]}
            if name in {"get", "take"} and rest:
                return {"action": "take", "what": rest}
            raise LookupError(name)
      `,
      "tests/test_commands.py": py`
        import pytest

        from commands import interpret


        @pytest.mark.parametrize(
            ("command", "expected"),
            [
                ("", None),
                ("go north", {"action": "move", "to": "north"}),
                ("take lamp rope", {"action": "take", "what": ["lamp", "rope"]}),
            ],
        )
        def test_interpret(command, expected):
            assert interpret(command) == expected


        def test_unknown_command():
            with pytest.raises(LookupError) as caught:
                interpret("dance")
            assert caught.value.args == ("dance",)
      `,
    },
  },
  {
    name: "callbacks that are called in order",
    head: {
      "events.py": py`
        def emit(listeners, event, **details):
            """Calls every listener; one that returns False stops the others."""
            for listener in listeners:
                if listener(event, **details) is False:
                    return False
            return True
      `,
      "tests/test_events.py": py`
        from events import emit


        def test_calls_in_order():
            calls = []
            emit([lambda e, **d: calls.append((1, e)), lambda e, **d: calls.append((2, d["x"]))], "saved", x=9)
            assert calls == [(1, "saved"), (2, 9)]


        def test_stops_at_false():
            calls = []
            assert not emit([lambda e: False, calls.append], "saved")
            assert calls == []
      `,
    },
  },
  {
    name: "a validator that collects every error",
    head: {
      "signup.py": py`
        def validate(form):
            errors = {}
            if not form.get("name", "").strip():
                errors["name"] = "is required"
            age = form.get("age")
            if not isinstance(age, int) or isinstance(age, bool):
                errors["age"] = "must be a whole number"
            elif age < 18:
                errors["age"] = "must be at least 18"
            return errors
      `,
      "tests/test_signup.py": py`
        from signup import validate


        def test_accepts_a_good_form():
            assert validate({"name": "Ann", "age": 18}) == {}


        def test_reports_everything_at_once():
            assert validate({"name": " ", "age": "7"}) == {"name": "is required", "age": "must be a whole number"}


        def test_minors():
            assert validate({"name": "Bo", "age": 17})["age"].endswith("at least 18")
      `,
    },
  },
  {
    name: "a check that only raises or stays silent",
    head: {
      "guards.py": py`
        def ensure_sorted(values):
            for before, after in zip(values, values[1:]):
                if before > after:
                    raise AssertionError(f"{before} stands before {after}")
      `,
      "tests/test_guards.py": py`
        import pytest

        from guards import ensure_sorted


        def test_sorted_values_are_fine():
            assert ensure_sorted([1, 1, 2]) is None


        def test_unsorted_values_are_named():
            with pytest.raises(AssertionError, match="3 stands before 2"):
                ensure_sorted([1, 3, 2])
      `,
    },
  },
];
