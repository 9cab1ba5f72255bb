import { py } from "../../support/python.ts";
import type { HonestCase } from "./case.ts";

/** Functions: what they return, refuse, yield and remember. */
export const cases: HonestCase[] = [
  {
    name: "a function with an ordinary and an empty case",
    head: {
      "average.py": py`
        def average(values):
            """The arithmetic mean; nothing has the mean 0."""
            return sum(values) / len(values) if values else 0
      `,
      "tests/test_average.py": py`
        from average import average


        def test_average_of_numbers():
            assert average([1, 2, 6]) == 3


        def test_average_of_nothing():
            assert average([]) == 0
      `,
    },
  },
  {
    name: "a search that finds nothing (negative only)",
    head: {
      "search.py": py`
        def find_user(users, name):
            for user in users:
                if user["name"] == name:
                    return user
            return None
      `,
      "tests/test_search.py": py`
        from search import find_user


        def test_unknown_name_gives_none():
            assert find_user([{"name": "ann"}], "bob") is None


        def test_empty_list_gives_none():
            assert not find_user([], "bob")
      `,
    },
  },
  {
    name: "a result that is dereferenced before it is compared",
    head: {
      "catalogue.py": py`
        from types import SimpleNamespace


        def load(rows):
            return SimpleNamespace(items=[SimpleNamespace(title=row[0], tags=set(row[1:])) for row in rows])
      `,
      "tests/test_catalogue.py": py`
        from catalogue import load


        def test_titles_and_tags():
            catalogue = load([("lamp", "home", "light")])
            first = catalogue.items[0]
            assert first.title.upper() == "LAMP"
            assert "light" in first.tags
      `,
    },
  },
  {
    name: "a generator consumed by list, next and a loop",
    head: {
      "windows.py": py`
        def windows(values, size):
            """Every run of size neighbours."""
            if size < 1:
                raise ValueError("size must be positive")
            for start in range(len(values) - size + 1):
                yield tuple(values[start : start + size])
      `,
      "tests/test_windows.py": py`
        import pytest

        from windows import windows


        def test_all_windows():
            assert list(windows("abcd", 2)) == [("a", "b"), ("b", "c"), ("c", "d")]


        def test_is_lazy():
            stream = windows(range(10**9), 3)
            assert next(stream) == (0, 1, 2)


        def test_every_window_is_full():
            seen = 0
            for window in windows([1, 2, 3], 2):
                assert len(window) == 2
                seen += 1
            assert seen == 2


        def test_refuses_empty_windows():
            with pytest.raises(ValueError, match="positive"):
                list(windows([1], 0))
      `,
    },
  },
  {
    name: "a context manager made of a generator",
    head: {
      "workdir.py": py`
        import contextlib
        import os


        @contextlib.contextmanager
        def working_directory(path):
            before = os.getcwd()
            os.chdir(path)
            try:
                yield path
            finally:
                os.chdir(before)
      `,
      "tests/test_workdir.py": py`
        import os

        import pytest

        from workdir import working_directory


        def test_changes_and_restores(tmp_path):
            before = os.getcwd()
            with working_directory(tmp_path) as path:
                assert os.getcwd() == str(path)
            assert os.getcwd() == before


        def test_restores_after_an_error(tmp_path):
            before = os.getcwd()
            with pytest.raises(RuntimeError):
                with working_directory(tmp_path):
                    raise RuntimeError("inside")
            assert os.getcwd() == before
      `,
    },
  },
  {
    name: "a decorator with arguments that keeps the name",
    head: {
      "clamp.py": py`
        import functools


        def clamped(low, high):
            def decorate(function):
                @functools.wraps(function)
                def wrapper(*args, **kwargs):
                    return min(high, max(low, function(*args, **kwargs)))

                return wrapper

            return decorate
      `,
      "tests/test_clamp.py": py`
        from clamp import clamped


        @clamped(0, 10)
        def double(number):
            return number * 2


        def test_clamps_both_ends():
            assert double(-3) == 0
            assert double(4) == 8
            assert double(9) == 10


        def test_keeps_the_name():
            assert double.__name__ == "double"
      `,
    },
  },
  {
    name: "closures that share state",
    head: {
      "counter.py": py`
        def make_counter(start=0):
            count = start

            def increment(by=1):
                nonlocal count
                count += by
                return count

            def reset():
                nonlocal count
                count = start

            return increment, reset
      `,
      "tests/test_counter.py": py`
        from counter import make_counter


        def test_counts_and_resets():
            increment, reset = make_counter(5)
            assert increment() == 6
            assert increment(by=4) == 10
            reset()
            assert increment() == 6


        def test_counters_are_independent():
            one, _ = make_counter()
            other, _ = make_counter()
            one()
            assert other() == 1
      `,
    },
  },
  {
    name: "composition with functools",
    head: {
      "pipeline.py": py`
        from functools import partial, reduce


        def compose(*functions):
            return partial(reduce, lambda value, function: function(value), functions)
      `,
      "tests/test_pipeline.py": py`
        from pipeline import compose


        def test_runs_left_to_right():
            assert compose(str.strip, str.title, len)("  ada  ") == 3


        def test_of_nothing_is_identity():
            marker = object()
            assert compose()(marker) is marker
      `,
    },
  },
];
