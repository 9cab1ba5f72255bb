import { expect, test } from "vitest";
import { changeOf } from "../../src/cli/render/changes.ts";

test("a stop says of each task what it means, and its data from where to where it went", () => {
  const emergency = [
    { task_id: "T001", gate: "emergency", passed: true, from: "execution", to: "sensemaking" },
  ] as const;
  const { data, line } = changeOf({ type: "run_paused", how: "stop", by: "human", emergency: [...emergency] }, null);
  expect(line).toMatch(/\n {4}T001: who goes on with it, and how, is decided anew$/);
  expect(data).toMatchObject({ emergency });
});

test("what is kept beside a decision is named by its path", () => {
  const path = "artifacts/escalation/issue_T001.md";
  const event = { type: "evidence_recorded", path } as Parameters<typeof changeOf>[0];
  expect(changeOf(event, null).line).toBe(`  + kept: ${path}`);
});
