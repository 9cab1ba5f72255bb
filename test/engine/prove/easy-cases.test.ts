import { describe, expect, it } from "vitest";
import { proveFiles } from "../../support/prove.ts";
import { py } from "../../support/python.ts";
import type { Files } from "../../support/repository.ts";

const BASE: Files = {
  "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["."]\n',
  "cart.py": "def net(prices):\n    return sum(prices)\n",
  "test_cart.py": "from cart import net\n\n\ndef test_net():\n    assert net([1, 2]) == 3\n",
};

const asked = async (head: Files): Promise<string[]> =>
  (await proveFiles(BASE, head)).findings
    .filter(({ severity }) => severity === "person" || severity === "error")
    .map(({ code, message }) => `${code} ${message.split(" ").slice(0, 2).join(" ")}`);

describe("tests that see the easy cases alone", () => {
  const merge: Files = {
    "merge.py": py`
      def merge(ours, theirs):
          if ours == theirs or not theirs:
              return list(ours)
          lines = []
          for our, their in zip(ours, theirs):
              if our == their:
                  lines.append(our)
                  continue
              lines.append("<" + our)
              lines.append(">" + their)
          return lines
    `,
  };
  const test = (more: string): Files => ({
    "test_merge.py": `from merge import merge\n\n\ndef test_merge():\n    assert merge(["a"], ["a"]) == ["a"]\n    assert merge(["b"], []) == ["b"]\n${more}`,
  });

  it("ask where none enters the loop that is most of a new function", async () => {
    expect(await asked({ ...merge, ...test("") })).toEqual(["TEST_HOLLOW merge.py:5 merge"]);
  });

  it("do not where one does", async () => {
    expect(await asked({ ...merge, ...test('    assert merge(["a"], ["b"]) == ["<a", ">b"]\n') })).toEqual([]);
  });
});

describe("tests that work in the place of what they are of", () => {
  const plan = (starts: string): Files => ({
    "plan.py": py`
      class Plan:
          def all(self, tasks):
              return {"starts": self.starts(tasks), "count": len(tasks)}

          def starts(self, tasks):
              return ${starts}
    `,
  });
  const test: Files = {
    "test_plan.py": py`
      from unittest.mock import patch

      from plan import Plan


      def timeline(tasks):
          at, found = 0, []
          for minutes in tasks:
              found.append(at)
              at += minutes
          return found


      def test_starts():
          assert Plan().all([5]) == {"starts": [0], "count": 1}


      def test_one_after_the_other():
          with patch.object(Plan, "starts", side_effect=timeline):
              assert Plan().all([5, 2])["starts"] == [0, 5]
    `,
  };

  it("ask where new tests fail without that", async () => {
    expect(await asked({ ...plan("[0 for one in tasks]"), ...test })).toEqual([
      "CODE_SUSPICIOUS test_plan.py:19 starts",
    ]);
  });

  it("do not where the code does the same", async () => {
    expect(await asked({ ...plan("[sum(tasks[:at]) for at in range(len(tasks))]"), ...test })).toEqual([]);
  });
});
