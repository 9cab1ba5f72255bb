import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { CALCULATOR, spec } from "../../support/calc-project.ts";
import { Audit } from "../../../src/schema/audit.ts";
import { eventOf, openScene, type Scene } from "../../support/scene.ts";

const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

const feature = (category: string): string =>
  `## Sum by reduce\n- adds as before\nCategory: ${category}\nTest: \`node --test test/add.test.js\`\n`;
const REFACTOR = `printf 'export const add = (...all) => all.reduce((sum, one) => sum + one, 0);\\n' > src/add.js`;

async function open(category: string): Promise<Scene> {
  const base = { ...CALCULATOR, "baton.config.json": '{ "policy": { "review": "never" } }\n' };
  const scene = await openScene(`${REFACTOR}\nenvelope`, { base, text: spec(feature(category)) });
  scenes.push(scene);
  return scene;
}

test(
  "a task of category refactor is proven by the tests of base that hold it, to the end of its run",
  { timeout: 300_000 },
  async () => {
    const scene = await open("refactor");
    expect((await scene.run()).code).toBe(0);
    const { outcome, proof } = eventOf(scene, "implementation_judged");
    expect([outcome, proof?.red]).toEqual(["passed", [{ id: "test/add.test.js::adds", class: "stub:undefined" }]]);
    expect(scene.list().features.map(({ passes }) => passes)).toEqual([true]);
    expect((await scene.baton(["verify"])).code).toBe(0);
  },
);

test(
  "H3A-30 the same as a feature asks a person, and that yes is a waiver wherever it is shown",
  { timeout: 300_000 },
  async () => {
    const scene = await open("functional");
    expect((await scene.run()).code).toBe(12);
    expect(eventOf(scene, "implementation_judged").findings.map(({ code }) => code)).toEqual(["ALREADY_PASSING"]);
    const silent = await scene.baton(["approve", "T001", "--as", "Bob"]);
    expect([silent.code, silent.json.error?.code]).toEqual([12, "WAIVER_NEEDED"]);
    const hint = silent.json.error?.hint ?? "";
    expect(hint).toMatch(/^baton approve [0-9a-f]{12} --as NAME --comment TEXT$/);
    expect((await scene.baton(["run", "--agent", scene.agent, "--approve", "T001"])).json.error?.hint).toBe(hint);

    const [, ...words] = hint.replace("NAME", "Bob").split(" ");
    expect((await scene.baton([...words.slice(0, -1), "it was there before"])).code).toBe(0);
    expect((await scene.run()).code).toBe(0);
    const judgement = eventOf(scene, "validation_judged");
    expect(judgement.results.tdd_compliance).toMatchObject({
      status: "waived",
      waived_by: "Bob",
      reason: "it was there before",
      red_evidence: expect.stringContaining("/test_output_red") as string,
    });
    expect(judgement.notes).toEqual(["RED waived by Bob: it was there before"]);
    expect(scene.repository.git("log", "-1", "--format=%B", "--grep=Baton-Feature")).toContain(
      "Baton-Waiver: tdd_compliance by Bob: it was there before",
    );

    const gates = (await scene.baton(["gate", "status"])).json.data["details"] as { exit: { text: string }[] }[];
    expect(gates.flatMap(({ exit }) => exit.map(({ text }) => text))).toEqual(
      expect.arrayContaining([
        "RED and GREEN proven, no test of the base lost (1 of 1 tasks, 1 waived by Bob)",
        "Check tdd_compliance passes (1 of 1 tasks, 1 waived by Bob)",
      ]),
    );
    const runId = String((await scene.baton(["status"])).json.data["run_id"]);
    const roadmap = readFileSync(join(scene.repository.directory, "runs", runId, "state", "ROADMAP.md"), "utf8");
    expect(roadmap).toContain("- [x] TDD RED→GREEN proven (1 waived by Bob)\n");

    const out = join(scene.outside, "audit");
    expect((await scene.baton(["audit", "--out", out, "--sign"])).code).toBe(0);
    const audit = Audit.parse(JSON.parse(readFileSync(join(out, "audit.json"), "utf8")));
    expect(audit.verdicts.map(({ status }) => status)).toEqual(["pass_with_notes"]);
    expect(audit.compliance.find(({ reference }) => reference === "A.6.2.4")).toMatchObject({
      status: "not_evidenced",
      note: expect.stringContaining("that there is no failing run a person accepted of 1") as string,
    });
    // The proof that was made after the yes, and not the one that asked.
    expect(audit.proofs.map(({ status }) => status)).toEqual(["proven"]);
    expect(readFileSync(join(out, "audit.html"), "utf8")).toContain("waived by Bob: it was there before");
    const { payload } = JSON.parse(readFileSync(join(out, "test_result.dsse.json"), "utf8")) as { payload: string };
    const { predicate } = JSON.parse(Buffer.from(payload, "base64").toString("utf8")) as { predicate: unknown };
    expect(predicate).toMatchObject({ result: "WARNED", passedTests: [] });
    expect((await scene.baton(["replay"])).code).toBe(0);
  },
);
