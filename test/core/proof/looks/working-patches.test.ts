import { expect, test } from "vitest";
import { workingPatches } from "../../../../src/core/proof/looks/working-patches.ts";

const PYTHON = "class Plan:\n    def starts(self, tasks):\n        return {one: 0 for one in tasks}\n";
const SCRIPT = "export const plan = {\n  starts(tasks) { return tasks.map(() => 0); },\n};\n";
const TIMELINE = "def timeline(tasks):\n    for one in tasks:\n        yield one\n\n\n";

const inPython = (test: string, { code = PYTHON, base = null as string | null, before = null as string | null } = {}) =>
  workingPatches(
    [{ path: "test_plan.py", base: before, head: TIMELINE + test }],
    [{ path: "plan.py", base, head: code }],
  ).map(({ name, line, text }) => [name, line, text.replace(TIMELINE, "")]);

const inScript = (test: string) =>
  workingPatches(
    [{ path: "plan.test.js", base: null, head: test }],
    [{ path: "plan.js", base: null, head: SCRIPT }],
  ).map(({ text }) => text);

test.each([
  [
    "patch.object(Plan, 'starts', side_effect=timeline)",
    "patch.object(Plan, 'starts', autospec=True, side_effect=Plan.starts)",
  ],
  [
    "mocker.patch.object(a.Plan, 'starts', new=timeline)",
    "mocker.patch.object(a.Plan, 'starts', autospec=True, side_effect=a.Plan.starts)",
  ],
  [
    "with patch.object(Plan, 'starts', timeline):",
    "with patch.object(Plan, 'starts', autospec=True, side_effect=Plan.starts):",
  ],
  [
    "monkeypatch.setattr(Plan, 'starts', lambda _, all: [one for one in all])",
    "monkeypatch.setattr(Plan, 'starts', Plan.starts)",
  ],
])("in Python the function answers by itself: %s", (patch, real) => {
  expect(inPython(`${patch}\n`)).toEqual([["starts", 6, `${real}\n`]]);
});

test.each([
  ["vi.spyOn(plan, 'starts').mockImplementation((all) => all.map(Number));", "vi.spyOn(plan, 'starts');"],
  ["mock.method(plan, 'starts', (all) => all.reduce(sum, 0));", "mock.method(plan, 'starts');"],
  [
    "sinon.stub(plan, 'starts').callsFake(starts);\nfunction starts(all) { for (const one of all) go(one); }",
    "sinon.spy(plan, 'starts');\nfunction starts(all) { for (const one of all) go(one); }",
  ],
])("in JavaScript it does, too: %s", (patch, real) => {
  expect(inScript(patch)).toEqual([real]);
});

test.each([
  ["answers one thing", "patch.object(Plan, 'starts', return_value={})\n"],
  ["goes over nothing", "patch.object(Plan, 'starts', side_effect=lambda tasks: {})\n"],
  ["stands for another function", "patch.object(Plan, 'ends', side_effect=timeline)\n"],
])("a patch that %s is left alone", (_, patch) => {
  expect(inPython(patch)).toEqual([]);
});

test("so are one of base's tests, one of what base has as well, and one of what reaches the world", () => {
  const patch = "patch.object(Plan, 'starts', side_effect=timeline)\n";
  expect(inPython(patch, { before: patch })).toEqual([]);
  expect(inPython(patch, { base: PYTHON })).toEqual([]);
  expect(inPython(patch, { code: PYTHON.replace("{one: 0 for one in tasks}", "self.client.starts(tasks)") })).toEqual(
    [],
  );
});
