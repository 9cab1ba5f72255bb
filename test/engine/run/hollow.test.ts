import { afterEach, expect, it } from "vitest";
import { MULTIPLY, spec } from "../../support/calc-project.ts";
import { openScene, type Scene } from "../../support/scene.ts";

const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

/** The test looks at no more than the kind of what it is answered. */
const VAGUE = `sed -i 's/assert.equal(mul(8, 2), 16)/assert.equal(typeof mul(8, 2), "number")/' test/mul.test.js`;

async function run(script: string): Promise<{ code: number | null; judged: unknown[]; notes: string }> {
  const scene = await openScene(`${script}\nenvelope`, { text: spec(MULTIPLY) });
  scenes.push(scene);
  const { code } = await scene.run();
  const events = scene.events().filter((event) => event.type === "implementation_judged");
  const judged = events.map(({ outcome, findings }) => [
    outcome,
    findings.filter(({ code: found }) => found === "TEST_HOLLOW").map(({ severity }) => severity),
  ]);
  return { code, judged, notes: scene.list().features[0]?.agent_notes ?? "" };
}

it("new tests that say too little go back once, and are proven when their author mends them", async () => {
  const { code, judged } = await run(`honest; [ "$ATTEMPT" = 2 ] || ${VAGUE}`);
  expect([code, judged]).toEqual([
    0,
    [
      ["failed", ["error"]],
      ["passed", []],
    ],
  ]);
});

it("a person is asked about them the second time", async () => {
  const { code, judged, notes } = await run(`honest; ${VAGUE}`);
  expect([code, judged]).toEqual([
    12,
    [
      ["failed", ["error"]],
      ["person_needed", ["person"]],
    ],
  ]);
  expect(notes).toContain("compare with what is right");
});
