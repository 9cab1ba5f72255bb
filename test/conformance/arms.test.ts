import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { EventOf, RunEvent } from "../../src/schema/event.ts";
import { CALCULATOR, DIVIDE, MULTIPLY, spec } from "../support/calc-project.ts";
import { another, openScene, type Scene } from "../support/scene.ts";

const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

async function scene(script: string, text: string, config: object): Promise<Scene> {
  const base = { ...CALCULATOR, "baton.config.json": `${JSON.stringify(config)}\n` };
  const opened = await openScene(script, { text, base });
  scenes.push(opened);
  return opened;
}

const of = <T extends RunEvent["type"]>({ events }: Scene, type: T): EventOf<T>[] =>
  events().filter((event): event is EventOf<T> => event.type === type);
const order = ({ events }: Scene, ...types: RunEvent["type"][]): string[] =>
  events().flatMap((event) =>
    types.includes(event.type) && "task_id" in event ? [`${event.type} ${event.task_id}`] : [],
  );
const files = (feature: string, name: string): string => `${feature}Files: src/${name}.js, test/${name}.test.js\n`;

const STORY_MS = 900_000;

test(
  "HRM-16 where much can be lost an attempt is worked alone, proven by flipped expectations too, and reviewed by the strongest; elsewhere the cheapest reviews; `governor explain` says it before",
  async () => {
    const place = await scene("honest; envelope", spec(files(MULTIPLY, "mul"), files(DIVIDE, "div")), {
      governor: { high_stakes_paths: ["src/mul.js"] },
    });
    const crew = [place.agent, another(place, "strong")];
    const explained = await place.baton(["governor", "explain", "T001", "--agents", ...crew]);
    const run = await place.baton(["run", "--workers", "2", "--agents", ...crew]);
    expect(run.code).toBe(0);
    const [look, first, second] = of(place, "attempt_routed");
    expect(look).toMatchObject({ task_id: "T001", kind: { is: "reviewer_first" }, agent: "strong" });
    expect({ type: "attempt_routed", ...(explained.json.data["route"] as object) }).toEqual(look);
    expect(first).toMatchObject({
      task_id: "T001",
      agent: "strong",
      besides: [],
      arms: {
        proof: { is: "flip" },
        reviewer: { is: "strong" },
        lane: { is: "alone" },
        memory_items: { is: 8, why: "strategy verification" },
      },
    });
    expect(second).toMatchObject({
      task_id: "T002",
      agent: "agent",
      arms: { proof: { is: "required" }, reviewer: { is: "agent" }, lane: { is: "shared" }, memory_items: { is: 3 } },
    });
    // Nobody begins beside what is worked alone, though the files do not meet and there are two workers.
    expect(order(place, "attempt_started", "task_committed")).toEqual([
      "attempt_started T001",
      "attempt_started T001",
      "task_committed T001",
      "attempt_started T002",
      "task_committed T002",
    ]);
    const [runs, plain] = ["T001", "T002"].map((id) => proofOf(place, id));
    expect([runs?.R5 !== undefined, plain?.R5 !== undefined]).toEqual([true, false]);
    expect(of(place, "review_started").map(({ task_id: id, agent }) => [id, agent])).toEqual([
      ["T001", "strong"],
      ["T002", "agent"],
    ]);
    expect((await place.baton(["replay"])).code).toBe(0);
    const status = await place.baton(["status"]);
    const tasks = status.json.data["tasks"] as { route: { arms: object } }[];
    expect(tasks[0]?.route.arms).toEqual(first?.arms);
    const shown = await place.baton(["task", "show", "T001"]);
    expect(shown.json.data["route"]).toMatchObject({ agent: "strong", stance: "execution" });
  },
  STORY_MS,
);

function proofOf({ repository, events }: Scene, id: string): { R5?: unknown } | undefined {
  const run = events().find(({ type }) => type === "run_created");
  const started = events().findLast((event) => event.type === "implementation_judged" && event.task_id === id);
  if (run === undefined || started?.type !== "implementation_judged") return undefined;
  const path = started.artifacts.find((one) => one.endsWith("proof.json")) ?? "";
  const [runId = ""] = repository.git("for-each-ref", "--format=%(refname:short)", "refs/heads/baton").split("\n");
  const text = readFileSync(join(repository.directory, "runs", runId.replace("baton/", ""), path), "utf8");
  return (JSON.parse(text) as { runs: { R5?: unknown } }).runs;
}

test(
  "what was too large for one task is split by the governor and proven part by part, with nobody asked",
  async () => {
    const text = "# Calculator\n\n## Calculate\n- mul(8, 2) is 16\n- div(8, 2) is 4\nTest: `npm test`\n";
    const script = `case $TASK in T001) write mul '*' 16; write div / 4;; T002) write mul '*' 16;; *) write div / 4;; esac; envelope`;
    const place = await scene(script, text, { policy: { max_lines: 8, review: "never" } });
    expect((await place.run()).code).toBe(0);
    const [split] = of(place, "task_split");
    expect(split).toMatchObject({ task_id: "T001", by: "governor", into: [{ task_id: "T002" }, { task_id: "T003" }] });
    expect(split?.into.map(({ goal }) => goal)).toEqual([
      expect.stringContaining("part 1 of 2: mul(8, 2) is 16"),
      expect.stringContaining("part 2 of 2: div(8, 2) is 4"),
    ]);
    expect(order(place, "attempt_started", "task_committed")).toEqual([
      "attempt_started T001",
      "attempt_started T002",
      "task_committed T002",
      "attempt_started T003",
      "task_committed T003",
    ]);
    expect((await place.baton(["replay"])).code).toBe(0);
  },
  STORY_MS,
);

test(
  "a person is asked at once where stakes are high and the proof was bent; a fixed run tries again",
  async () => {
    const bent = (attempt: number): string =>
      `honest; if [ "$ATTEMPT" = ${attempt} ]; then echo 'process.exit(0);' >> test/mul.test.js; fi; envelope`;
    const config = { governor: { high_stakes_paths: ["src/**"] }, policy: { review: "never" } };
    // The first attempt of the governed run only looks at the task.
    const place = await scene(bent(2), spec(files(MULTIPLY, "mul")), config);
    const run = await place.run();
    expect(run.code).toBe(12);
    expect(of(place, "implementation_judged")).toMatchObject([{ outcome: "failed" }]);
    expect(of(place, "task_escalated")).toMatchObject([
      { task_id: "T001", attempt: 2, reason: expect.stringContaining("stakes are high") },
    ]);
    const asked = of(place, "evidence_recorded").map(({ path }) => path);
    expect(asked).toContain("artifacts/escalation/issue_T001.md");
    expect((await place.baton(["replay"])).code).toBe(0);
    expect((await place.baton(["task", "retry", "T001", "--note", "leave the process alone"])).code).toBe(0);
    expect((await place.run()).code).toBe(0);

    const fixed = await scene(bent(1), spec(files(MULTIPLY, "mul")), config);
    expect((await fixed.run("--governor", "fixed")).code).toBe(0);
    expect([of(fixed, "task_escalated").length, of(fixed, "attempt_started").length]).toEqual([0, 2]);
  },
  STORY_MS,
);
