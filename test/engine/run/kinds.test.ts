import { afterEach, expect, test } from "vitest";
import { CALCULATOR, spec } from "../../support/calc-project.ts";
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

test("the same as a feature asks a person, for nothing fails without it", { timeout: 300_000 }, async () => {
  const scene = await open("functional");
  expect((await scene.run()).code).toBe(12);
  expect(eventOf(scene, "implementation_judged").findings.map(({ code }) => code)).toEqual(["ALREADY_PASSING"]);
});
