import { expect, it } from "vitest";
import { Policy } from "../../../src/schema/config.ts";
import { proveFiles } from "../../support/prove.ts";

const policy = Policy.parse({ baseline_runs: 1 });
const CODE = (more: string): string => `import { createServer } from "node:http";
export const serve = (notes) =>
  createServer(({ url }, response) => {
    const found = notes[Number(url.slice(1))];
    response.writeHead(found === undefined ? 404 : 200);
    response.end(found === undefined ? ${more} : found);
  });
`;
const TOP = 'import assert from "node:assert/strict";\nimport { test } from "node:test";\n';
const BASE = {
  "package.json": JSON.stringify({ type: "module", scripts: { test: "node --test" } }),
  "src/notes.js": CODE('""'),
  "test/notes.test.js": `${TOP}import { once } from "node:events";
import { serve } from "../src/notes.js";
test("gives a note", async (t) => {
  const server = serve(["first"]).listen(0);
  t.after(() => server.close());
  await once(server, "listening");
  const answer = await fetch(\`http://localhost:\${server.address().port}/0\`);
  assert.equal(answer.status, 200);
  assert.equal(await answer.text(), "first");
});
`,
};
const SERVING = `import { once } from "node:events";
import { serve } from "../src/notes.js";
export async function serving(t, notes) {
  const server = serve(notes).listen(0);
  t.after(() => server.close());
  await once(server, "listening");
  return async (path) => {
    const answer = await fetch(\`http://localhost:\${server.address().port}\${path}\`);
    return { status: answer.status, text: await answer.text() };
  };
}
`;
const head = (wanted: string) => ({
  "src/notes.js": CODE('"nothing here"'),
  "test/serving.js": SERVING,
  "test/notes.test.js": `${TOP}import { serving } from "./serving.js";
test("gives a note", async (t) => {
  const ask = await serving(t, ["first"]);
  const answer = await ask("/0");
  assert.equal(answer.status, 200);
  ${wanted}
});
test("says that there is none", async (t) => {
  const ask = await serving(t, []);
  assert.deepEqual(await ask("/0"), { status: 404, text: "nothing here" });
});
`,
});

it("takes what tests prepare into a file of its own, and says as much as before", async () => {
  const { verdict, findings } = await proveFiles(BASE, head('assert.equal(answer.text, "first");'), { policy });
  expect([verdict.status, findings]).toEqual(["proven", []]);
});

it("asks a person where an edited test says less besides", async () => {
  const { verdict, findings } = await proveFiles(BASE, head("assert.equal(typeof answer.text, 'string');"), { policy });
  expect([verdict.status, findings.map(({ code }) => code)]).toEqual(["person_needed", ["TEST_WEAKENED"]]);
});
