import { describe, expect, it } from "vitest";
import { createJavaScriptSource } from "../../../src/checks/source/javascript/index.ts";
import type { ChangedSource } from "../../../src/schema/source.ts";

const tool = createJavaScriptSource();
const HELPER = `export function setup() {
  const rate = vi.fn();
  const settle = async () => { await Promise.all(rate.mock.results.map((one) => one.value)); rate.mockClear(); };
  return { rate, settle };
}`;

async function kinds(body: string, ...others: ChangedSource[]): Promise<string[]> {
  const head = `it("asks once", async () => {\n${body}\n});`;
  const found = await tool.signals([{ path: "test/a.test.ts", base: null, head }, ...others], "test");
  return found.map(({ kind }) => kind);
}

describe("what counts a double's calls right after forgetting them", () => {
  it.each([
    ["vitest", "await cached.rate();\nrate.mockClear();\nexpect(rate).not.toHaveBeenCalled();"],
    ["all of them", "await cached.rate();\njest.clearAllMocks();\nexpect(rate).toHaveBeenCalledTimes(0);"],
    ["sinon", "cached.rate();\nrate.resetHistory();\nexpect(rate.callCount).to.equal(0);"],
    ["node:test", "cached.rate();\nrate.mock.resetCalls();\nassert.equal(rate.mock.callCount(), 0);"],
    ["a number", "cached.rate();\nrate.mockClear();\nexpect(rate.mock.calls.length).toBeLessThanOrEqual(1);"],
    ["a second count", "rate.mockClear();\nexpect(rate).not.toHaveBeenCalled();\nexpect(rate.mock.calls).toEqual([]);"],
  ])("is a signal: %s", async (_name, body) => {
    expect(await kinds(body)).toEqual(["cleared_double"]);
  });

  it("is one, too, where a helper of another file forgets them", async () => {
    const body = "await cached.rate();\nawait settle();\nexpect(rate).not.toHaveBeenCalled();";
    const helper = { path: "test/support/rates.ts", base: null, head: HELPER };
    expect([await kinds(body, helper), await kinds(body)]).toEqual([["cleared_double"], []]);
  });

  it("is none where a method of something else has the name of such a helper", async () => {
    const helper = { path: "test/support/rates.ts", base: null, head: HELPER };
    expect(await kinds("cached.settle();\nexpect(rate).toHaveBeenCalled();", helper)).toEqual([]);
  });

  it.each([
    ["the code is called in between", "rate.mockClear();\nawait cached.rate();\nexpect(rate).not.toHaveBeenCalled();"],
    ["time passes in between", "rate.mockClear();\nvi.advanceTimersByTime(10);\nexpect(rate).not.toHaveBeenCalled();"],
    ["the assertion calls the code", "rate.mockClear();\nexpect(cached.rate(rate)).toBe(rate.mock.calls[0]);"],
    ["the assertion waits", "rate.mockClear();\nawait vi.waitFor(() => expect(rate).toHaveBeenCalled());"],
    ["a value is set that may call it", "rate.mockClear();\ncount.value = 1;\nexpect(rate).not.toHaveBeenCalled();"],
    [
      "a value is read that may call it",
      "rate.mockClear();\nexpect(sum.value).toBe(2);\nexpect(rate).toHaveBeenCalledTimes(0);",
    ],
    ["something else is looked at", "rate.mockClear();\nexpect(answer).toBe(1);"],
    ["it is forgotten afterwards", "expect(rate).toHaveBeenCalledTimes(1);\nrate.mockClear();"],
  ])("is none where %s", async (_name, body) => {
    expect(await kinds(body)).toEqual([]);
  });
});
