import { py } from "../../support/python.ts";
import type { HonestCase } from "./case.ts";

/** Code that asks what is around it, as programs do, and tests that set it, say it, or do not mind. */
export const cases: HonestCase[] = [
  {
    name: "a fixture that forgets what a test left, and one that sets up what tests look at as well",
    base: { "tests/known/conftest.py": "import pytest\n" },
    head: {
      "known.py": py`
        _known = {}


        def learn(name, value=1):
            _known[name] = _known.get(name, 0) + value


        def recall(name):
            return _known.get(name)


        def forget_all():
            _known.clear()


        def learn_defaults():
            for name in ("pi", "e"):
                learn(name)
      `,
      "tests/known/conftest.py": py`
        import pytest

        import known


        @pytest.fixture(autouse=True)
        def fresh():
            known.learn_defaults()
            yield
            known.forget_all()
      `,
      "tests/known/test_known.py": py`
        from known import learn, learn_defaults, recall


        def test_learns():
            learn("x", 2)
            assert recall("x") == 2


        def test_adds_up():
            learn("x", 2)
            learn("x", 3)
            assert recall("x") == 5


        def test_defaults():
            assert recall("pi") == 1
            learn_defaults()
            assert recall("pi") == 2
      `,
    },
  },
  {
    name: "colours on a terminal",
    head: {
      "styling.py": py`
        import sys

        CODES = {"red": 31, "bold": 1}


        def paint(style, text, stream=None):
            stream = stream or sys.stdout
            if not stream.isatty():
                return text
            return f"\x1b[{CODES[style]}m{text}\x1b[0m"


        def heading(text):
            return "\x1b[1m%s\x1b[0m" % text.upper() if sys.stdout.isatty() else text.upper()
      `,
      "tests/test_styling.py": py`
        import io

        from styling import heading, paint


        class Screen(io.StringIO):
            def isatty(self):
                return True


        def test_paints():
            assert paint("red", "no", Screen()) == "\x1b[31mno\x1b[0m"
            assert paint("red", "no", io.StringIO()) == "no"


        def test_plain():
            assert paint("bold", "yes") == "yes"
            assert heading("usage") == "USAGE"
      `,
    },
  },
  {
    name: "questions only to people",
    head: {
      "asking.py": py`
        import sys


        def confirm(question, answer=input):
            if not sys.stdin.isatty():
                return False
            return answer(question + " [y/N] ").lower().startswith("y")
      `,
      "tests/test_asking.py": py`
        import sys

        import asking


        def test_asks_people(monkeypatch):
            monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
            assert asking.confirm("sure?", lambda text: "yes") is True
            assert asking.confirm("sure?", lambda text: "no") is False


        def test_no_where_input_is_piped():
            assert asking.confirm("sure?", lambda text: "yes") is False
      `,
    },
  },
  {
    name: "a flag of continuous integration",
    head: {
      "stamping.py": py`
        import os


        def is_ci():
            return os.environ.get("CI", "").lower() in ("1", "true")


        def stamp(text, now="12:00"):
            return text if is_ci() else f"{now} {text}"
      `,
      "tests/test_stamping.py": py`
        import stamping


        def test_bare_where_it_is_built(monkeypatch):
            monkeypatch.setenv("CI", "true")
            assert stamping.stamp("done") == "done"


        def test_stamped_elsewhere(monkeypatch):
            monkeypatch.delenv("CI", raising=False)
            assert stamping.stamp("done") == "12:00 done"
      `,
    },
  },
  {
    name: "features by variables",
    head: {
      "features.py": py`
        import os


        def is_on(name):
            return os.environ.get(f"FEATURE_{name.upper()}") == "1"


        def all_on(prefix="FEATURE_"):
            return sorted(name[len(prefix):].lower() for name, value in os.environ.items() if name.startswith(prefix) and value == "1")
      `,
      "tests/test_features.py": py`
        import features


        def test_is_on(monkeypatch):
            monkeypatch.setenv("FEATURE_ROUNDING", "1")
            assert features.is_on("rounding")
            assert features.all_on() == ["rounding"]


        def test_is_off():
            assert not features.is_on("rounding")
            assert features.all_on() == []
      `,
    },
  },
  {
    name: "settings by environment",
    head: {
      "modes.py": py`
        import os

        SETTINGS = {"development": {"debug": True}, "production": {"debug": False}}


        def settings():
            return SETTINGS[os.environ.get("APP_ENV", "development")]
      `,
      "tests/test_modes.py": py`
        import modes


        def test_debugs_by_itself():
            assert modes.settings() == {"debug": True}


        def test_production(monkeypatch):
            monkeypatch.setenv("APP_ENV", "production")
            assert modes.settings() == {"debug": False}
      `,
    },
  },
  {
    name: "arguments of the process",
    head: {
      "command.py": py`
        import argparse
        import sys


        def parse(args=None):
            parser = argparse.ArgumentParser(prog="shop")
            parser.add_argument("item")
            parser.add_argument("--count", type=int, default=1)
            return parser.parse_args(args)


        def program():
            return sys.argv[0].rsplit("/", 1)[-1]


        if __name__ == "__main__":
            print(parse())
      `,
      "tests/test_command.py": py`
        import subprocess
        import sys
        from pathlib import Path

        import command


        def test_reads_the_command_line(monkeypatch):
            monkeypatch.setattr(sys, "argv", ["/usr/bin/shop", "nail", "--count", "3"])
            parsed = command.parse()
            assert (parsed.item, parsed.count) == ("nail", 3)
            assert command.program() == "shop"


        def test_reads_what_it_is_given():
            assert command.parse(["nail"]).count == 1


        def test_is_a_program():
            path = Path(__file__).parent.parent / "command.py"
            out = subprocess.run([sys.executable, str(path), "saw"], capture_output=True, text=True, check=True).stdout
            assert "item='saw'" in out
      `,
    },
  },
  {
    name: "plugins that are loaded",
    head: {
      "loading.py": py`
        import importlib
        import sys
        from importlib.util import find_spec


        def load(name):
            if name in sys.modules:
                return sys.modules[name]
            return importlib.import_module(name) if find_spec(name) else None


        def fresh(name):
            sys.modules.pop(name, None)
            return importlib.import_module(name)
      `,
      "tests/test_loading.py": py`
        import sys

        import loading


        def test_loads():
            import colorsys

            assert loading.load("colorsys") is colorsys
            assert loading.load("no_such_module_here") is None


        def test_fresh():
            import colorsys

            again = loading.fresh("colorsys")
            assert again is not colorsys
            assert sys.modules["colorsys"] is again
      `,
    },
  },
  {
    name: "settings below the working folder",
    head: {
      "rc.py": py`
        import json
        import os
        from pathlib import Path


        def read_settings(folder=None):
            path = Path(folder or os.getcwd()) / ".shoprc.json"
            return json.loads(path.read_text()) if path.exists() else {"currency": "CHF"}
      `,
      "tests/test_rc.py": py`
        import rc


        def test_reads_them(tmp_path, monkeypatch):
            (tmp_path / ".shoprc.json").write_text('{"currency": "EUR"}')
            monkeypatch.chdir(tmp_path)
            assert rc.read_settings() == {"currency": "EUR"}


        def test_has_its_own(tmp_path):
            assert rc.read_settings(tmp_path) == {"currency": "CHF"}
      `,
    },
  },
  {
    name: "where a warning comes from",
    head: {
      "deprecating.py": py`
        import functools
        import traceback
        import warnings


        def deprecated(instead):
            def wrap(function):
                @functools.wraps(function)
                def call(*args, **kwargs):
                    warnings.warn(f"use {instead}", DeprecationWarning, stacklevel=2)
                    return function(*args, **kwargs)

                return call

            return wrap


        def trail(depth):
            return "".join(traceback.format_stack(limit=depth))
      `,
      "tests/test_deprecating.py": py`
        import warnings

        import deprecating


        def test_warns():
            @deprecating.deprecated("new")
            def old(value):
                return value + 1

            with warnings.catch_warnings(record=True) as seen:
                warnings.simplefilter("always")
                assert old(1) == 2
            assert [str(one.message) for one in seen] == ["use new"]
            assert seen[0].filename == __file__


        def test_trail_names_the_stack():
            assert "test_trail_names_the_stack" in deprecating.trail(2)
      `,
    },
  },
  {
    name: "logging is set up once",
    head: {
      "logs.py": py`
        import logging
        import sys


        def set_up(name, stream=None):
            logger = logging.getLogger(name)
            if not logger.handlers:
                logger.addHandler(logging.StreamHandler(stream or sys.stderr))
                logger.setLevel(logging.INFO)
            return logger
      `,
      "tests/test_logs.py": py`
        import io

        import logs


        def test_one_handler():
            stream = io.StringIO()
            logs.set_up("shop", stream).info("open")
            logs.set_up("shop", stream).info("shut")
            assert stream.getvalue() == "open\nshut\n"
            assert len(logs.set_up("shop").handlers) == 1
      `,
    },
  },
];
