import { expect, test } from "vitest";
import { judgeSignals } from "../../../src/core/proof/signals.ts";
import type { Signal } from "../../../src/schema/source.ts";

test("a line that is shown whole is one finding, however often it says the same", () => {
  const signal: Signal = { kind: "test_environment", path: "a.rs", line: 3, excerpt: "exe() || exe()" };
  const others: Signal[] = [
    { ...signal, line: 4 },
    { ...signal, kind: "stack_inspection" },
  ];
  const findings = judgeSignals([signal, signal, ...others], "implementation", ({ line }) => `id-${line}`);
  expect(findings.map(({ approval }) => approval)).toEqual(["id-3", "id-4", "id-3"]);
});
