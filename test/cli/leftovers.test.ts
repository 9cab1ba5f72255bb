import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openJournal } from "../../src/engine/run/record/journal.ts";
import { openProject } from "../../src/engine/run/project.ts";
import type { EventOf } from "../../src/schema/event.ts";
import { MULTIPLY, spec } from "../support/calc-project.ts";
import { baton } from "../support/cli.ts";
import { openScene, type Scene } from "../support/scene.ts";

const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

async function scene(script: string, text = spec(MULTIPLY)): Promise<Scene> {
  const opened = await openScene(script, { text });
  scenes.push(opened);
  return opened;
}

test("H3A-31 doctor says what the disk can do and leaves nothing behind; evidence that differs only by case is refused, the work is not", async () => {
  const twins = String.raw`sed 's|  reports: \[\]|  reports:\n  - artifacts/Shot.txt\n  - artifacts/shot.txt|'`;
  const place = await scene(
    `honest; mkdir -p artifacts; echo a > artifacts/Shot.txt; echo b > artifacts/shot.txt; envelope | ${twins}`,
  );
  const doctor = await place.baton(["doctor"]);
  const checks = doctor.json.data["checks"] as { name: string; ok: boolean; detail: string }[];
  expect(checks.find(({ name }) => name === "disk")).toMatchObject({
    ok: true,
    detail: expect.stringMatching(/^atomic rename, UTF-8 names, /),
  });
  expect(
    readdirSync(join(place.repository.directory, ".git")).filter((name) => name.startsWith("baton-probe")),
  ).toEqual([]);
  expect((await place.run()).code).toBe(12);
  expect((await place.baton(["approve", "T001"])).code).toBe(0);
  expect((await place.run()).code).toBe(0);
  const answered = place.events().find(({ type }) => type === "attempt_answered") as EventOf<"attempt_answered">;
  expect([answered.status, answered.violations.map(({ message }) => message).join()]).toEqual([
    null,
    expect.stringContaining("differ only by case"),
  ]);
  const project = openProject(place.repository.directory);
  const [runId = ""] = project.store.runs();
  const journal = openJournal(project.store, runId, "baton", { now: () => new Date() });
  const record = (path: string): void =>
    journal.append(() => [
      {
        type: "evidence_recorded",
        path,
        sha256: "0".repeat(64),
        bytes: 1,
        role: "executor",
        task_id: "T001",
        kind: "claim",
        description: "d",
        mapping: "",
      },
    ]);
  expect(() => record("artifacts/executor/T001/1/PROOF.json")).toThrow(
    expect.objectContaining({ code: "ARTIFACT_REFUSED" }),
  );
  project.close();
});

test("a session in which no script ran records no output of one", async () => {
  const place = await scene("honest; envelope");
  place.repository.git("rm", "-q", "init.sh");
  place.repository.git("commit", "-qm", "no set-up is needed");
  expect((await place.run()).code).toBe(0);
  const paths = place.events().flatMap((event) => (event.type === "evidence_recorded" ? [event.path] : []));
  expect(paths.filter((path) => path.includes("session"))).toEqual([]);
});

test("H3A-32 the run's README says how to go on, and once it is over that it is; approve names the candidate that is asked about", async () => {
  const place = await scene("honest; envelope", spec(`${MULTIPLY}Verify: manual\n`));
  const runId = String((await place.baton(["status"])).json.data["run_id"]);
  const readme = (): string => readFileSync(join(place.repository.directory, "runs", runId, "README.md"), "utf8");
  for (const part of [
    "# Calculator",
    runId,
    "state/GATES_LEDGER.md",
    `baton verify runs/${runId}`,
    `baton resume --run ${runId}`,
  ])
    expect(readme()).toContain(part.replace("# ", ""));
  expect((await place.run()).code).toBe(12);
  const { directory } = place.repository;
  const listed = await baton(["approve"], { cwd: directory });
  const answered = place.events().find(({ type }) => type === "attempt_answered") as EventOf<"attempt_answered">;
  expect(listed.stdout).toContain(`git worktree add --detach ../look ${answered.candidate?.slice(0, 12) ?? "?"}`);
  const [, diff = ""] = /change: (\S+)/.exec(listed.stdout) ?? [];
  expect(existsSync(join(directory, diff))).toBe(true);
  expect((await place.baton(["approve", "T001", "--as", "ada"])).code).toBe(0);
  expect((await place.run()).code).toBe(0);
  expect(readme()).toMatch(/## Continue\n\nIt is over/);
});
