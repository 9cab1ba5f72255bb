import { expect, test } from "vitest";
import { judgeProbes, probesIn } from "../../../../src/core/proof/looks/double-probes.ts";

function asked(path: string, head: string, tests: string, code = "", base: string | null = null): string[] {
  const texts = {
    tests: [{ path: `test/${path}`, text: tests }],
    code: [{ path: `src/${path}`, text: `${head}\n${code}` }],
  };
  return judgeProbes(probesIn([{ path, base, head }]), texts, (text) => text).map(({ message }) => message);
}

const FAKE = "class FakeClock:\n    def advance(self, seconds):\n        self.time += seconds\n";

test("code that tells the tests' clock from a real one is named, with what it asks", () => {
  expect(asked("store.py", 'class Store:\n    steps = hasattr(clock, "advance")\n', FAKE)).toEqual([
    'store.py:2 asks for `advance`, which only what tests put in its place has: steps = hasattr(clock, "advance")',
  ]);
  expect(asked("store.py", 'if type(clock).__name__ == "FakeClock": pass\n', FAKE)).toHaveLength(1);
  expect(
    asked("a.ts", 'const fast = typeof clock.advance === "function";\n', "const clock = { now() {}, advance(ms) {} };"),
  ).toHaveLength(1);
  expect(asked("a.ts", 'const fast = "advance" in clock;\n', "class Fake { advance(ms) {} }")).toHaveLength(1);
  expect(
    asked(
      "a.go",
      "_, fast := clock.(interface{ Advance(time.Duration) })\n",
      "func (c *fake) Advance(d time.Duration) {}",
    ),
  ).toHaveLength(1);
});

test("a member that the code uses, has itself, asked for before or that no test declares is nobody's double", () => {
  const probe = 'steps = hasattr(clock, "advance")\n';
  expect(asked("store.py", `${probe}if steps:\n    clock.advance(1)\n`, FAKE)).toEqual([]);
  expect(asked("store.py", probe, FAKE, "class Manual:\n    def advance(self):\n        pass\n")).toEqual([]);
  expect(asked("store.py", probe, FAKE, "", probe)).toEqual([]);
  expect(asked("store.py", probe, "clock.advance(1)\n")).toEqual([]);
  expect(asked("store.py", 'if "advance" in row:\n    return 1\n', FAKE)).toEqual([]);
  expect(asked("a.ts", 'if ("advance" in row) return row["advance"];\n', "const t = { advance: () => 1 };")).toEqual(
    [],
  );
  expect(asked("a.ts", 'if ("error" in answer) return answer.error;\n', "const t = { error: () => 1 };")).toEqual([]);
});
