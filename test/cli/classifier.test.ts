import { afterEach, expect, test } from "vitest";
import type { EventOf } from "../../src/schema/event.ts";
import { CALCULATOR, MULTIPLY, spec } from "../support/calc-project.ts";
import { openProvider } from "../support/provider.ts";
import { openScene, type Scene } from "../support/scene.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const MODEL = "model:anthropic/some-model";
const CONFIG = { governor: { classifier: MODEL }, policy: { review: "never" } };
const IN_FILES = `${MULTIPLY}Files: src/mul.js, test/mul.test.js\n`;

/** A project whose requests a model classifies, and that model. */
async function scene(...acts: readonly (string | number)[]) {
  const provider = await openProvider("anthropic", ...acts);
  const base = { ...CALCULATOR, "baton.config.json": `${JSON.stringify(CONFIG)}\n` };
  const place = await openScene("honest; envelope", { base, text: spec(IN_FILES), env: provider.env });
  closing.push(provider.close, place.remove);
  return { place, requests: provider.requests };
}

const proposal = (changes: object = {}): string =>
  JSON.stringify({
    complexity: "moderate",
    uncertainty: 0.1,
    conflict: "none",
    stakes: "low",
    horizon: "near",
    domain: ["arithmetic"],
    confidence: 0.9,
    ...changes,
  });
const routesOf = ({ events }: Scene): EventOf<"attempt_routed">[] =>
  events().filter((event): event is EventOf<"attempt_routed"> => event.type === "attempt_routed");

test("HRM-04 a configured model classifies what is explained and asked; what it says of stakes only raises them", async () => {
  const { place, requests } = await scene(proposal({ uncertainty: 0.8 }));
  const explained = await place.baton(["governor", "explain", "Rename the helper in src/add.js"]);
  expect(explained.json.data).toMatchObject({
    classification: { uncertainty: 0.8, domain: ["arithmetic"], stakes: "low" },
    classified: { model: MODEL, failure: null, proposal: { confidence: 0.9 } },
    strategy: { strategy: "exploration" },
  });
  expect(requests[0]?.body).toContain("Rename the helper");
  const dear = await place.baton(["ask", "Delete the production database"]);
  expect(dear.json.data["classification"]).toMatchObject({ stakes: "high", uncertainty: 0.8 });
  const alone = await place.baton(["governor", "explain", "Rename the helper in src/add.js", "--set", "classifier="]);
  expect(alone.json.data).toMatchObject({ classified: null, strategy: { strategy: "quick_answer" } });
  expect(requests).toHaveLength(2);
  const raised = await scene(proposal({ stakes: "high" }));
  const said = await raised.place.baton(["governor", "explain", "Rename the helper in src/add.js"]);
  expect(said.json.data).toMatchObject({ classification: { stakes: "high" }, strategy: { strategy: "verification" } });
}, 120_000);

test("HRM-04 a run asks once about a task, records what was said with what counted, and decides by it; replay asks nobody", async () => {
  const { place, requests } = await scene(proposal({ uncertainty: 0.8 }));
  const explained = await place.baton(["governor", "explain", "T001", "--agents", place.agent]);
  expect(explained.json.data["route"]).toMatchObject({ kind: { is: "spike" }, classified: { by: "model" } });
  const run = await place.run("--max-attempts", "9");
  expect(run.stdout && run.code).toBe(0);
  const routes = routesOf(place);
  expect(routes.map(({ kind, classified }) => [kind?.is, classified?.by, classified?.usage?.tokens ?? null])).toEqual([
    ["spike", "model", 15],
    ["build", "model", null],
  ]);
  expect(routes[0]?.classified).toMatchObject({
    model: MODEL,
    counted: { uncertainty: "0.8000", confidence: "0.9000", domain: ["arithmetic"] },
    failure: null,
  });
  expect((await place.baton(["status"])).json.data["usage"]).toMatchObject({ reported: { tokens: 15 } });
  const asked = requests.length;
  for (const proof of [["replay"], ["verify"]]) expect([proof, (await place.baton(proof)).code]).toEqual([proof, 0]);
  expect([asked, requests.length]).toEqual([2, 2]);
}, 300_000);

test.each<[string, readonly (string | number)[], string, RegExp]>([
  ["answers twice with what does not fit", [proposal({ uncertainty: 7 }), "nothing"], "invalid", /no JSON/],
  ["refuses the key", [401], "unauthorized", /401/],
])(
  "HRM-04 when the model %s the rules count, with a coded reason",
  async (_name, acts, kind, why) => {
    const { place } = await scene(...acts);
    const rules = await place.baton(["governor", "explain", "Rename the helper", "--set", "classifier="]);
    const explained = await place.baton(["governor", "explain", "Rename the helper"]);
    expect([explained.code, explained.json.data["classification"]]).toEqual([0, rules.json.data["classification"]]);
    const failure = { code: "CLASSIFIER_FAILED", kind, message: expect.stringMatching(why) as unknown };
    expect(explained.json.data["classified"]).toMatchObject({ proposal: null, failure });
    const asked = await place.baton(["ask", "Rename the helper"]);
    expect((asked.json as unknown as { warnings: string[] }).warnings[0]).toContain("CLASSIFIER_FAILED");
    expect((await place.run("--max-attempts", "9")).code).toBe(0);
    expect(routesOf(place)).toMatchObject([
      { classified: { by: "rules", failure: { code: "CLASSIFIER_FAILED", kind } } },
    ]);
    expect((await place.baton(["replay"])).code).toBe(0);
  },
  300_000,
);

test("HRM-04 without the model's key the rules count, and what is no model is refused", async () => {
  const { place } = await scene(proposal());
  const none = await place.baton(["governor", "explain", "Rename it", "--set", "classifier=model:openai/x"]);
  expect(none.json.data["classified"]).toMatchObject({ failure: { kind: "unavailable" } });
  const wrong = await place.baton(["governor", "explain", "Rename it", "--set", "classifier=claude"]);
  expect(wrong.json.error?.code).toBe("CONFIG_INVALID");
}, 120_000);
