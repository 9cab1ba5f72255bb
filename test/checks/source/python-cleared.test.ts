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

async function kindsIn(head: string): Promise<string[]> {
  return (await tool.signals([{ path: "tests/test_a.py", base: null, head }], "test")).map(({ kind }) => kind);
}

describe("what counts a mock's calls right after forgetting them", () => {
  it.each([
    "    cached.rate()\n    rate.reset_mock()\n    rate.assert_not_called()\n",
    "    cached.rate()\n    rate.reset_mock()\n    assert rate.call_count == 0\n",
    "    rate.reset_mock()\n    assert len(rate.mock_calls) <= 1\n",
    "    rate.reset_mock()\n    self.assertEqual(rate.call_count, 0)\n",
    "    settle(rate)\n    rate.assert_not_called()\n",
  ])("is a signal: %j", async (body) => {
    const text = `def settle(mock):\n    wait(mock)\n    mock.reset_mock()\ndef test_x(self):\n${body}`;
    expect(await kindsIn(text)).toEqual(["cleared_double"]);
  });

  it.each([
    "    rate.reset_mock()\n    cached.rate()\n    rate.assert_not_called()\n",
    "    rate.reset_mock()\n    with later():\n        pass\n    rate.assert_not_called()\n",
    "    rate.reset_mock()\n    assert cached.rate() == rate.call_args\n",
    "    rate.reset_mock()\n    sum.value = 2\n    rate.assert_not_called()\n",
    "    rate.assert_called_once()\n    rate.reset_mock()\n",
    "    rate.reset_mock()\n    assert answer == 1\n",
  ])("is none where the code may have called it since: %j", async (body) => {
    expect(await kindsIn(`def test_x(self):\n${body}`)).toEqual([]);
  });
});
