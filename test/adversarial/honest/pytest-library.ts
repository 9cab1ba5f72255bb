import { py } from "../../support/python.ts";
import type { HonestCase } from "./case.ts";

/** Code on the standard library: formats, pools, sockets, context variables, lazy modules. */
export const cases: HonestCase[] = [
  {
    name: "an INI file and its defaults",
    head: {
      "options.py": py`
        import configparser

        DEFAULTS = {"retries": "3", "verbose": "no"}


        def read_options(text, section="main"):
            parser = configparser.ConfigParser(defaults=DEFAULTS)
            parser.read_string(text)
            chosen = parser[section]
            return {"retries": chosen.getint("retries"), "verbose": chosen.getboolean("verbose")}
      `,
      "tests/test_options.py": py`
        import configparser

        import pytest

        from options import DEFAULTS, read_options


        def test_defaults():
            assert read_options("[main]\n") == {"retries": 3, "verbose": False}
            assert set(DEFAULTS) == {"retries", "verbose"}


        def test_overrides():
            assert read_options("[main]\nretries = 9\nverbose = on\n") == {"retries": 9, "verbose": True}


        def test_bad_number():
            with pytest.raises(ValueError):
                read_options("[main]\nretries = many\n")


        def test_missing_section():
            with pytest.raises(KeyError, match="other"):
                read_options("[main]\n", section="other")
            assert issubclass(configparser.NoSectionError, configparser.Error)
      `,
    },
  },
  {
    name: "XML read into objects",
    head: {
      "feed.py": py`
        import xml.etree.ElementTree as ElementTree
        from dataclasses import dataclass


        @dataclass(frozen=True)
        class Entry:
            title: str
            link: str = ""


        def parse_feed(text):
            return [
                Entry(item.findtext("title", "").strip(), item.findtext("link", ""))
                for item in ElementTree.fromstring(text).iter("item")
            ]
      `,
      "tests/test_feed.py": py`
        from xml.etree.ElementTree import ParseError

        import pytest

        from feed import Entry, parse_feed

        FEED = "<rss><item><title> One </title><link>/1</link></item><item><title>Two</title></item></rss>"


        def test_entries():
            assert parse_feed(FEED) == [Entry("One", "/1"), Entry("Two")]


        def test_links():
            assert [entry.link for entry in parse_feed(FEED)] == ["/1", ""]


        def test_broken():
            with pytest.raises(ParseError):
                parse_feed("<rss>")
      `,
    },
  },
  {
    name: "work spread over a pool",
    head: {
      "spread.py": py`
        from concurrent.futures import ThreadPoolExecutor


        def spread(function, items, workers=4):
            """Results in order; errors beside the items that caused them."""
            with ThreadPoolExecutor(max_workers=workers) as pool:
                futures = [(item, pool.submit(function, item)) for item in items]
                failed = {item: future.exception() for item, future in futures if future.exception()}
                return [future.result() for item, future in futures if item not in failed], failed
      `,
      "tests/test_spread.py": py`
        from spread import spread


        def test_keeps_order():
            results, failed = spread(lambda n: n * 2, range(5))
            assert results == [0, 2, 4, 6, 8]
            assert failed == {}


        def test_collects_errors():
            results, failed = spread(lambda n: 10 // n, [5, 0])
            assert results == [2]
            assert isinstance(failed[0], ZeroDivisionError)
      `,
    },
  },
  {
    name: "a socket that echoes",
    head: {
      "echo.py": py`
        import socketserver


        class Echo(socketserver.StreamRequestHandler):
            def handle(self):
                for line in self.rfile:
                    self.wfile.write(line.upper())
      `,
      "tests/test_echo.py": py`
        import socket
        import socketserver
        import threading

        from echo import Echo


        def test_answers_in_capitals():
            with socketserver.TCPServer(("127.0.0.1", 0), Echo) as server:
                threading.Thread(target=server.handle_request, daemon=True).start()
                with socket.create_connection(server.server_address, timeout=5) as client:
                    client.sendall(b"hello\n")
                    assert client.makefile("rb").readline() == b"HELLO\n"
      `,
    },
  },
  {
    name: "a context variable",
    head: {
      "request_id.py": py`
        import contextvars
        from contextlib import contextmanager

        _current = contextvars.ContextVar("request_id", default="-")


        @contextmanager
        def request(identifier):
            token = _current.set(identifier)
            try:
                yield
            finally:
                _current.reset(token)


        def tagged(message):
            return f"[{_current.get()}] {message}"
      `,
      "tests/test_request_id.py": py`
        from request_id import request, tagged


        def test_outside():
            assert tagged("x") == "[-] x"


        def test_nested():
            with request("a"):
                with request("b"):
                    assert tagged("x") == "[b] x"
                assert tagged("x") == "[a] x"
      `,
    },
  },
  {
    name: "a lazy module attribute and a singleton",
    head: {
      "lazy.py": py`
        class _Registry:
            _instance = None

            def __new__(cls):
                if cls._instance is None:
                    cls._instance = super().__new__(cls)
                    cls._instance.names = []
                return cls._instance


        def __getattr__(name):
            if name == "registry":
                return _Registry()
            raise AttributeError(f"module 'lazy' has no attribute {name!r}")
      `,
      "tests/test_lazy.py": py`
        import pytest

        import lazy


        def test_registry_is_one():
            lazy.registry.names.append("a")
            assert lazy.registry.names == ["a"]


        def test_unknown_attribute():
            with pytest.raises(AttributeError, match="no attribute 'nothing'"):
                lazy.nothing
      `,
    },
  },
  {
    name: "pickled and copied state",
    head: {
      "session_state.py": py`
        class SessionState:
            def __init__(self, user, connection=None):
                self.user = user
                self.connection = connection

            def __getstate__(self):
                return {"user": self.user}

            def __setstate__(self, state):
                self.__init__(**state)

            def __copy__(self):
                return SessionState(self.user + " (copy)", self.connection)
      `,
      "tests/test_session_state.py": py`
        import copy
        import pickle

        from session_state import SessionState


        def test_connections_are_not_pickled():
            state = pickle.loads(pickle.dumps(SessionState("ann", connection=object())))
            assert state.user == "ann"
            assert state.connection is None


        def test_copy():
            connection = object()
            copied = copy.copy(SessionState("ann", connection))
            assert copied.user == "ann (copy)"
            assert copied.connection is connection
      `,
    },
  },
  {
    name: "arguments injected by their names, tables crossed",
    head: {
      "inject_args.py": py`
        import inspect


        def call_with(function, **available):
            wanted = inspect.signature(function).parameters
            missing = [name for name, p in wanted.items() if name not in available and p.default is p.empty]
            if missing:
                raise TypeError(f"{function.__name__} needs {', '.join(missing)}")
            return function(**{name: available[name] for name in wanted if name in available})
      `,
      "tests/test_inject_args.py": py`
        import pytest

        from inject_args import call_with

        pytestmark = pytest.mark.filterwarnings("error")


        @pytest.mark.parametrize("a", [1, 2])
        @pytest.mark.parametrize(("b", "factor"), [(3, 10), (4, 100)])
        def test_gives_what_is_asked_for(a, b, factor):
            assert call_with(lambda b, a: a * factor + b, a=a, b=b, c=None) == a * factor + b


        def test_missing():
            def build(source, target, mode="fast"):
                return source, target, mode

            with pytest.raises(TypeError, match="build needs target"):
                call_with(build, source=1)
            assert call_with(build, source=1, target=2) == (1, 2, "fast")
      `,
    },
  },
];
