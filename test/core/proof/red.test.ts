import { describe, expect, it } from "vitest";
import {
  afterFlip,
  afterStub,
  brokenTests,
  needsFlip,
  nextStubValue,
  startRedSearch,
  stubSubjects,
  withBroken,
  withMended,
} from "../../../src/core/proof/red.ts";
import { suiteRun } from "../../support/suite-run.ts";

const RED = "a.py::red";
const NEGATIVE = "a.py::negative";
const HOLLOW = "a.py::hollow";
const WAITING = "a.py::waiting";
const OTHER = "a.py::other";

describe("a test that passes under a stub", () => {
  const without = startRedSearch([NEGATIVE, HOLLOW], suiteRun({ [NEGATIVE]: "error", [HOLLOW]: "error" }), new Set());
  const beside = startRedSearch(
    [RED, NEGATIVE, HOLLOW],
    suiteRun({ [RED]: "failed", [NEGATIVE]: "error", [HOLLOW]: "error" }),
    new Set(),
  );
  const stub = suiteRun({ [NEGATIVE]: "passed", [HOLLOW]: "passed" });
  const flip = suiteRun({ [NEGATIVE]: "failed", [HOLLOW]: "passed" });

  it("is asked whether it reaches an assertion, though another test is RED", () => {
    expect(needsFlip(afterStub(beside, "undefined", stub), false)).toEqual([NEGATIVE, HOLLOW]);
  });

  it("is a characterisation when it reaches one beside a RED test, else hollow", () => {
    const search = afterFlip(afterStub(beside, "undefined", stub), flip);
    expect([...search.red]).toEqual([[RED, "assertion"]]);
    expect([...search.characterisation]).toEqual([NEGATIVE]);
    expect([...search.open]).toEqual([[HOLLOW, true]]);
  });

  it("never becomes RED by its flipped assertions", () => {
    const search = afterFlip(afterStub(without, "undefined", stub), flip);
    expect(search.red.size).toBe(0);
    expect([...search.open.keys()]).toEqual([NEGATIVE, HOLLOW]);
  });

  it("shows what is broken where base's own code fails by an error, and nothing else is RED", () => {
    const search = afterFlip(afterStub(without, "undefined", stub), flip);
    const broken = (message: string): string[] => {
      const run = suiteRun({ [NEGATIVE]: "error", [HOLLOW]: "error" });
      for (const { failure } of run.report.tests) if (failure !== undefined) Object.assign(failure, { message });
      return brokenTests(search, run, flip);
    };
    expect(broken("KeyError: 'XXX'")).toEqual([NEGATIVE]);
    expect(broken("rate() got an unexpected keyword argument 'quiet'")).toEqual([]);
    expect(broken("rate is not a function")).toEqual([]);
    const shown = withBroken(search, [NEGATIVE]);
    expect([...shown.open.keys()]).toEqual([HOLLOW]);
    expect([...withMended(shown, "fix").red]).toEqual([[NEGATIVE, "error"]]);
    expect(withMended(shown, "feature")).toBe(shown);
  });

  it("is not asked when nothing passed under a stub and another test is RED", () => {
    const search = afterStub(beside, "undefined", suiteRun({ [NEGATIVE]: "error", [HOLLOW]: "error" }));
    expect(needsFlip(search, false)).toEqual([]);
    expect(needsFlip(search, true)).toEqual([NEGATIVE, HOLLOW]);
  });
});

describe("the values that stubs return", () => {
  it("end with one that is not empty and one that says no, where nothing is RED", () => {
    let search = startRedSearch([NEGATIVE], suiteRun({ [NEGATIVE]: "error" }), new Set());
    for (let value = nextStubValue(search, false); value !== null; value = nextStubValue(search, false)) {
      search = afterStub(search, value, suiteRun({ [NEGATIVE]: "error" }));
    }
    expect(search.tried.slice(0, 2)).toEqual(["undefined", "proxy"]);
    expect(search.tried.slice(-2)).toEqual(["full_proxy", "false_proxy"]);
  });

  it("are not tried on a test that ran out of time under two of them, and its assertions are flipped", () => {
    let search = startRedSearch([WAITING, OTHER], suiteRun({ [WAITING]: "timeout", [OTHER]: "error" }), new Set());
    search = afterStub(search, "undefined", suiteRun({ [WAITING]: "timeout", [OTHER]: "error" }));
    expect(stubSubjects(search)).toEqual([WAITING, OTHER]);
    search = afterStub(search, "proxy", suiteRun({ [WAITING]: "timeout", [OTHER]: "error" }));
    expect(stubSubjects(search)).toEqual([OTHER]);
    search = afterStub(search, "zero", suiteRun({ [OTHER]: "failed" }));
    expect(nextStubValue(search, true)).toBeNull();
    expect(needsFlip(search, true)).toEqual([WAITING]);
    expect([...afterFlip(search, suiteRun({ [WAITING]: "failed" })).red]).toEqual([
      [OTHER, "stub:zero"],
      [WAITING, "flip"],
    ]);
  });

  it("count as waited for when a run had to be ended before the test was told", () => {
    let search = startRedSearch([WAITING], suiteRun({ [WAITING]: "error" }), new Set());
    const ended = suiteRun({});
    const cut = { ...ended, units: ended.units.map((unit) => ({ ...unit, end: "timeout" as const })) };
    for (const value of ["undefined", "proxy"] as const) search = afterStub(search, value, cut);
    expect(nextStubValue(search, false)).toBeNull();
  });
});

it.each([
  ["test/must.js", "RED"],
  ["src/must.js", "open"],
  ["node_modules/must/test/must.js", "open"],
])("a plain error thrown in %s leaves a test %s", (thrownIn, state) => {
  const run = suiteRun({ [RED]: "error" });
  const tests = run.report.tests.map((test) => ({
    ...test,
    failure: { kind: "error" as const, name: "Error", message: "got 3", thrownIn },
  }));
  const search = startRedSearch([RED], { ...run, report: { ...run.report, tests } }, new Set());
  expect(search.red.has(RED) ? "RED" : "open").toBe(state);
});
