import { py } from "../../support/python.ts";
import type { HonestCase } from "./case.ts";

/** Context managers, callables, generics and classes that register themselves. */
export const cases: HonestCase[] = [
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
