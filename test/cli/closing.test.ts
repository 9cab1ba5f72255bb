import { appendFileSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { openProject } from "../../src/engine/run/project.ts";
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

test("FCX-07 evidence of which no copy is left is named before anything is given out, and no attempt pays for it", async () => {
  const place = await openScene("honest; envelope");
  scenes.push(place);
  expect((await place.run("--max-turns", "1")).code).toBe(10);
  const runId = String((await place.baton(["status"])).json.data["run_id"]);
  const [lost] = place
    .events()
    .flatMap((event) => (event.type === "evidence_recorded" && event.path.endsWith("/proof.json") ? [event] : []));
  if (lost === undefined) throw new Error("no proof is recorded");
  const project = openProject(place.repository.directory);
  project.blobs.erase(lost.sha256);
  project.close();
  rmSync(join(place.repository.directory, "runs", runId, lost.path));
  const refused = await place.run();
  expect([refused.code, refused.json.error?.code]).toEqual([11, "ARTIFACT_MISSING"]);
  expect(refused.json.error?.message).toContain(lost.path);
  expect(place.events().filter(({ type }) => type === "attempt_started")).toHaveLength(1);
  expect((await place.baton(["evidence", "erase", lost.sha256, "--reason", "the disk lost it"])).code).toBe(0);
  expect((await place.run()).code).toBe(0);
});

test("files that an interruption left away are written, and nobody is said to have edited them", async () => {
  const place = await openScene("honest; envelope", { text: spec(MULTIPLY) });
  scenes.push(place);
  const runId = String((await place.baton(["status"])).json.data["run_id"]);
  const ledger = join(place.repository.directory, "runs", runId, "state/GATES_LEDGER.md");
  rmSync(ledger);
  const { json } = await place.run();
  const said = (json as unknown as { warnings: string[] }).warnings.join();
  expect(said).toMatch(/missing, as an interruption leaves them.*GATES_LEDGER/);
  expect([said.includes("FILE_EDITED"), existsSync(ledger)]).toEqual([false, true]);
});
