import { expect, it } from "vitest";
import { parseEnvelope } from "../../../src/core/envelope/parse-envelope.ts";
import { reviewForm, reviewFormat } from "../../../src/core/envelope/review-format.ts";
import type { ReviewAssignment } from "../../../src/schema/packet.ts";

const PACKET = {
  task_id: "T001",
  assigned_agent: "a11y-auditor",
  status: "QA_IN_PROGRESS" as const,
  goal: "A field",
  gates_required: ["GATE-A11Y-BASELINE"],
};
const SEEN = "artifacts/given/ui-0123456789ab/1-index-1280.axe.json";
const reviewOf = (paths: readonly string[]): ReviewAssignment => ({
  gate: "GATE-A11Y-BASELINE",
  purpose: "",
  round: 1,
  candidate: "",
  base: "",
  given: paths.map((path) => ({ path, sha256: "a".repeat(64), description: "" })),
  evidence: ["a11y"],
  gates_passed: [],
});
const passingIn = (text: string): string => text.slice(text.indexOf("When it holds:"));

it("the passing answer cites what the harness saw, and its form does as well", () => {
  const review = reviewOf(["artifacts/given/change.diff.txt", SEEN]);
  for (const text of [passingIn(reviewFormat(PACKET, review)), reviewForm(PACKET, review)])
    expect(parseEnvelope(text).envelope.EVIDENCE).toEqual({ screenshots: [], a11y: [SEEN], console: [], reports: [] });
});

it("where nobody looked it says so, and the form cites nothing that is not there", () => {
  const review = reviewOf(["artifacts/given/change.diff.txt"]);
  const text = reviewFormat(PACKET, review);
  expect(text).toContain("Nobody looked at the interface for you: write those under a11y yourself");
  expect(parseEnvelope(passingIn(text)).envelope.EVIDENCE?.a11y).toEqual(["artifacts/audit.json"]);
  expect(parseEnvelope(reviewForm(PACKET, review)).envelope.EVIDENCE?.a11y).toEqual([]);
});
