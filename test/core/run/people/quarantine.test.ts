import { expect, test } from "vitest";
import { isReleased } from "../../../../src/core/run/people/quarantine.ts";
import type { ReportedFinding } from "../../../../src/schema/event.ts";

const asks = (code: string, approval: string): ReportedFinding => ({
  code,
  severity: "person",
  message: "?",
  approval,
});
const UNUSABLE = asks("ANSWER_UNUSABLE", "u");
const INJECTION = asks("FIREWALL_INJECTION", "i");

test.each<[string, ReportedFinding[], string[], boolean]>([
  ["nothing was said to", [UNUSABLE], [], false],
  ["a person said yes to", [UNUSABLE], ["u"], true],
  ["the firewall holds, whatever else got a yes", [INJECTION, UNUSABLE], ["u"], false],
  ["the firewall holds, with a yes to that", [UNUSABLE, INJECTION], ["i"], true],
])("work that %s is looked at again only with the yes that it waits for", (_, findings, approvals, expected) => {
  expect(isReleased(findings, approvals)).toBe(expected);
});
