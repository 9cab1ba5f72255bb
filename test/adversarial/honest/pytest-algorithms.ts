import { py } from "../../support/python.ts";
import type { HonestCase } from "./case.ts";

/** Parsers, graphs, bytes: code tested by examples and by properties. */
export const cases: HonestCase[] = [
  {
    name: "a recursive descent parser",
    head: {
      "calc.py": py`
        import re


        class Parser:
            def __init__(self, text):
                self.tokens = re.findall(r"\d+|\S", text)
                self.at = 0

            def parse(self):
                value = self._sum()
                if self.at != len(self.tokens):
                    raise SyntaxError(f"unexpected {self.tokens[self.at]!r}")
                return value

            def _peek(self):
                return self.tokens[self.at] if self.at < len(self.tokens) else None

            def _take(self):
                token = self._peek()
                self.at += 1
                return token

            def _sum(self):
                value = self._product()
                while self._peek() in ("+", "-"):
                    value = value + self._product() if self._take() == "+" else value - self._product()
                return value

            def _product(self):
                value = self._atom()
                while self._peek() == "*":
                    self._take()
                    value *= self._atom()
                return value

            def _atom(self):
                token = self._take()
                if token == "(":
                    value = self._sum()
                    if self._take() != ")":
                        raise SyntaxError("missing )")
                    return value
                if token is None or not token.isdigit():
                    raise SyntaxError(f"unexpected {token!r}")
                return int(token)


        def evaluate(text):
            return Parser(text).parse()
      `,
      "tests/test_calc.py": py`
        import pytest

        from calc import evaluate


        @pytest.mark.parametrize(
            "text, value",
            [("1+2*3", 7), ("(1+2)*3", 9), ("8-3-2", 3), ("2*(3+4)*5", 70)],
        )
        def test_evaluates(text, value):
            assert evaluate(text) == value


        @pytest.mark.parametrize("text", ["", "1+", "(1", "1 2", "x"])
        def test_refuses(text):
            with pytest.raises(SyntaxError):
                evaluate(text)
      `,
    },
  },
  {
    name: "a priority queue and a search over a graph",
    head: {
      "routes.py": py`
        import heapq


        def shortest(graph, start, goal):
            queue = [(0, start, (start,))]
            seen = set()
            while queue:
                cost, node, path = heapq.heappop(queue)
                if node == goal:
                    return cost, list(path)
                if node in seen:
                    continue
                seen.add(node)
                for neighbour, weight in graph.get(node, {}).items():
                    heapq.heappush(queue, (cost + weight, neighbour, (*path, neighbour)))
            return None
      `,
      "tests/test_routes.py": py`
        from routes import shortest

        GRAPH = {"a": {"b": 1, "c": 5}, "b": {"c": 1}, "c": {}}


        def test_shortest():
            cost, path = shortest(GRAPH, "a", "c")
            assert cost == 2
            assert path == ["a", "b", "c"]


        def test_unreachable():
            assert shortest(GRAPH, "c", "a") is None
      `,
    },
  },
  {
    name: "a topological order with cycles refused",
    head: {
      "build_order.py": py`
        class CycleError(ValueError):
            def __init__(self, nodes):
                self.nodes = sorted(nodes)
                super().__init__(" -> ".join(self.nodes))


        def build_order(needs):
            done, order = set(), []
            while len(order) < len(needs):
                ready = sorted(name for name in needs if name not in done and set(needs[name]) <= done)
                if not ready:
                    raise CycleError(set(needs) - done)
                order += ready
                done.update(ready)
            return order
      `,
      "tests/test_build_order.py": py`
        import pytest

        from build_order import CycleError, build_order


        def test_needs_come_first():
            assert build_order({"app": ["lib", "ui"], "ui": ["lib"], "lib": []}) == ["lib", "ui", "app"]


        def test_order_holds_for_every_need():
            needs = {"a": ["b", "c"], "b": ["d"], "c": ["d"], "d": []}
            order = build_order(needs)
            for name, wanted in needs.items():
                for other in wanted:
                    assert order.index(other) < order.index(name)


        def test_cycles():
            with pytest.raises(CycleError) as caught:
                build_order({"a": ["b"], "b": ["a"], "c": []})
            assert caught.value.nodes == ["a", "b"]
            assert str(caught.value) == "a -> b"
      `,
    },
  },
  {
    name: "bytes packed and unpacked",
    head: {
      "frames.py": py`
        import struct
        import zlib


        def pack(payload):
            return struct.pack(">HI", len(payload), zlib.crc32(payload)) + payload


        def unpack(frame):
            length, checksum = struct.unpack_from(">HI", frame)
            payload = frame[6 : 6 + length]
            if zlib.crc32(payload) != checksum:
                raise ValueError("damaged frame")
            return payload
      `,
      "tests/test_frames.py": py`
        import pytest

        from frames import pack, unpack


        @pytest.mark.parametrize("payload", [b"", b"x", bytes(range(256))])
        def test_round_trip(payload):
            assert unpack(pack(payload)) == payload


        def test_header():
            assert pack(b"abc")[:2] == b"\x00\x03"


        def test_damage_is_noticed():
            frame = bytearray(pack(b"abc"))
            frame[-1] ^= 1
            with pytest.raises(ValueError, match="damaged"):
                unpack(bytes(frame))
      `,
    },
  },
  {
    name: "helpers shared by tests of one folder",
    head: {
      "merge.py": py`
        def deep_merge(base, extra):
            merged = dict(base)
            for key, value in extra.items():
                both = isinstance(merged.get(key), dict) and isinstance(value, dict)
                merged[key] = deep_merge(merged[key], value) if both else value
            return merged
      `,
      "tests/merging/__init__.py": "",
      "tests/merging/helpers.py": py`
        from merge import deep_merge


        def assert_merges(base, extra, expected):
            before = repr(base)
            assert deep_merge(base, extra) == expected
            assert repr(base) == before, "the base must stay as it was"
      `,
      "tests/merging/test_merge.py": py`
        from .helpers import assert_merges


        def test_nested():
            assert_merges({"a": {"x": 1}}, {"a": {"y": 2}}, {"a": {"x": 1, "y": 2}})


        def test_scalars_replace():
            assert_merges({"a": {"x": 1}, "b": 1}, {"a": 5}, {"a": 5, "b": 1})
      `,
    },
  },
];
