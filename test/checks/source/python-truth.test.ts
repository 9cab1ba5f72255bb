import { beforeAll, describe, expect, it } from "vitest";
import { findPython } from "../../../src/checks/runners/python.ts";
import { createPythonSource } from "../../../src/checks/source/python.ts";
import type { SourceTool } from "../../../src/schema/source.ts";
import { PYTHON_CACHE } from "../../support/python-cache.ts";

const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" };
let tool: SourceTool;
beforeAll(async () => {
  tool = createPythonSource({ python: (await findPython(env, "", "")) ?? "", env, directory: PYTHON_CACHE });
});

async function kindsIn(statement: string, above = ""): Promise<string[]> {
  const head = `${above}def test_x(self):\n    ${statement}\n`;
  return (await tool.signals([{ path: "tests/test_a.py", base: null, head }], "test")).map(({ kind }) => kind);
}

describe("what is asked to be true and always is", () => {
  it.each([
    "assert gateway.refund.called_once_with('pay-1', 2900)",
    "assert stock.add.has_calls([call('cup', 2)])",
    "assert gateway.refund.called_once()",
    "assert send.not_called",
    "send.called_with(3)",
    "send.assert_called_once",
    "self.assertTrue(send.called_once_with(3))",
    "assert (total(3) == 12, 'the total')",
    "assert (row > 0 for row in rows())",
    "assert lambda: total(3) == 12",
    "assert filter(is_old, rows())",
  ])("is a signal: %s", async (statement) => {
    expect(await kindsIn(statement)).toEqual(["void_truth"]);
  });

  it.each([
    ["assert send.called", ""],
    ["assert send.called_once", ""],
    ["send.assert_called_once_with(3)", ""],
    ["assert send.call_count == 1", ""],
    ["assert all(row > 0 for row in rows())", ""],
    ["assert spy.called_with(3)", "class Spy:\n    def called_with(self, n):\n        return n in self.calls\n\n"],
    ["assert list(filter(is_old, rows()))", ""],
    ["assert total(3) == (12, 'EUR')", ""],
    ["assert not (a, b)", ""],
  ])("is none: %s", async (statement, above) => {
    expect(await kindsIn(statement, above)).toEqual([]);
  });
});

describe("a value that is compared with itself under another name", () => {
  it.each([
    "before = fixture\n    migrate(fixture)\n    assert before == fixture",
    "config = v1(); before = config; migrate(config); assert config == before",
    "config = v1(); before: dict = config; migrate(config); assert config == before",
    "config = v1(); first = config; before = first; migrate(config); assert config == before",
    "config = v1(); keep(before := config); migrate(config); assert config == before",
    "config = v1(); before = config; migrate(config); assert config.plugins == before.plugins",
    "config = v1(); before = config; migrate(config); assert json.dumps(config) == json.dumps(before)",
    "config = before = v1(); migrate(config); self.assertEqual(config, before)",
    "config = v1(); before = config; migrate(config); self.assertDictEqual(before, config)",
    "config = v1(); before = config; migrate(config); self.assertTrue(config == before)",
    "config = v1(); before = config; migrate(config); assert before is config",
  ])("is a signal: %s", async (statement) => {
    expect(await kindsIn(statement, "from .fixtures import fixture\n\n")).toEqual(["void_truth"]);
  });

  it.each([
    "config = v1(); before = copy.deepcopy(config); migrate(config); assert config == before",
    "config = v1(); before = dict(config); migrate(config); assert config == before",
    "config = v1(); before = config; config = migrate(config); assert config == before",
    "total = 0; before = total; total += add(3); assert total == before",
    "most = 3; limit = most; assert limit == most",
    "config = v1(); before = config; assert migrate(config) == before",
    "config = v1(); before = config; assert config != before",
    "config = v1(); before = config; assert config is not before",
    "left, right = pair(); assert left == right",
    "before = COUNT; add(3); assert COUNT == before",
    "before = state.items; state.add(3); assert state.items == before",
    "assert left == right",
    "value = UNSET\n    assert value\n    assert value == UNSET",
  ])("is none: %s", async (statement) => {
    const above = "from shop import UNSET\n\nCOUNT = 0\n\n\ndef add(n):\n    global COUNT\n    COUNT += n\n\n\n";
    expect(await kindsIn(statement, above)).toEqual([]);
  });
});

describe("what is content with answers that are far off", () => {
  it.each([
    "assert distance(a, b) == pytest.approx(877.5, rel=0.5)",
    "return approx(km, 0.3)",
    "assert math.isclose(total(3), 12.0, abs_tol=4)",
    "self.assertAlmostEqual(total(3), 12.0, delta=3)",
  ])("is a signal: %s", async (statement) => {
    expect(await kindsIn(statement)).toEqual(["coarse_tolerance"]);
  });

  it.each([
    "assert distance(a, b) == pytest.approx(877.5, rel=0.01)",
    "assert math.isclose(total(3), 12.0, abs_tol=0.1)",
    "self.assertAlmostEqual(total(3), 12.0, delta=1)",
    "assert time.monotonic() - start == pytest.approx(0.2, rel=0.5)",
  ])("is none: %s", async (statement) => {
    expect(await kindsIn(statement)).toEqual([]);
  });
});
