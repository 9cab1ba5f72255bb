import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { MULTIPLY, spec } from "../support/calc-project.ts";
import { openScene, type Scene } from "../support/scene.ts";

const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

test("FCX-04 no task closes over a ledger that does not add up: the run stops with the code, and nothing is mended in silence", async () => {
  const place = await openScene("honest; envelope", { text: spec(MULTIPLY) });
  scenes.push(place);
  const runId = String((await place.baton(["status"])).json.data["run_id"]);
  const proof = join(place.repository.directory, "runs", runId, "artifacts/executor/T001/1/proof.json");
  const running = place.run();
  // Between the judgement of the implementation and the end of the validation, which runs the whole suite.
  while (!existsSync(proof)) await pause(10);
  appendFileSync(proof, " ");
  const { code, json } = await running;
  expect([code, json.error?.code]).toEqual([11, "LEDGER_EVIDENCE_UNPUBLISHED"]);
  expect(json.error?.message).toContain("before T001 closes");
  const types = place.events().map(({ type }) => type);
  expect(types).not.toContain("validation_judged");
  expect((await place.baton(["ledger", "reconcile"])).json.error?.code).toBe("LEDGER_EVIDENCE_UNPUBLISHED");
  const again = await place.run();
  expect([again.code, again.json.data["status"]]).toEqual([0, "complete"]);
  expect((again.json as unknown as { warnings: string[] }).warnings.join()).toContain("FILE_EDITED");
});
