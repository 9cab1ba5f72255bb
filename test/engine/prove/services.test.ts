import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { isolateChecks } from "../../../src/util/isolation.ts";
import { proveFiles } from "../../support/prove.ts";

/** Of no earlier run, which would be cited. */
const PACKAGE = JSON.stringify({ name: `p-${randomUUID()}`, type: "module", scripts: { test: "node --test" } });

/** Counts who comes, and begins anew where it is told to. */
const COUNTER = `import { createServer } from "node:http";
let count = 0;
const server = createServer((request, response) => {
  if (request.method === "DELETE") count = 0;
  else count += 1;
  response.end(String(count));
});
server.listen(Number(process.env.BATON_PORT), "127.0.0.1");
`;
const AGAIN = "await fetch(`http://127.0.0.1:${process.env.BATON_PORT}/`, { method: 'DELETE' });\n";
const SERVICES = {
  up: 'node counter.js & echo "COUNTER=http://127.0.0.1:$BATON_PORT/" >> "$BATON_ENV"',
  ready: "node again.js",
  reset: "node again.js",
};
const configOf = (environment: object): string => JSON.stringify({ environment });
const testOf = (name: string, body: string, ...imports: string[]): string =>
  `import assert from "node:assert/strict";\nimport { test } from "node:test";\n${imports.join("\n")}\ntest("${name}", async () => {\n  ${body}\n});\n`;

test("tests talk to services that are as new in every run", async () => {
  const body = 'assert.equal(await next(process.env.COUNTER), "1");';
  const proof = await proveFiles(
    {
      "package.json": PACKAGE,
      "baton.config.json": configOf({ services: SERVICES }),
      "counter.js": COUNTER,
      "again.js": AGAIN,
      "src/one.js": "export const next = async (at) => (await fetch(at)).text();\n",
      "test/one.test.js": testOf("the first is 1", body, 'import { next } from "../src/one.js";'),
    },
    {
      "src/label.js": "export const label = (count) => `No. ${count}`;\n",
      "test/label.test.js": testOf(
        "a label",
        'assert.equal(label(7), "No. 7");',
        'import { label } from "../src/label.js";',
      ),
    },
  );
  expect(proof.findings).toEqual([]);
  expect(proof.verdict.status).toBe("proven");
  expect(proof.runs.R2?.counts).toMatchObject({ passed: 2 });
});

test("without a network tests reach their own loopback and nothing else", async () => {
  const reach = 'assert.deepEqual(Object.keys(networkInterfaces()), ["lo"]);';
  const serve =
    'const server = createServer((_, answer) => answer.end("here")).listen(0, "127.0.0.1");\n' +
    "  await new Promise((go) => server.once('listening', go));\n" +
    "  const answer = await fetch(`http://127.0.0.1:${server.address().port}/`);\n" +
    '  assert.equal(await answer.text(), "here");\n  server.close();';
  const imports = ['import { networkInterfaces } from "node:os";', 'import { createServer } from "node:http";'];
  const base = {
    "package.json": PACKAGE,
    "src/one.js": "export const one = 1;\n",
    "test/net.test.js": testOf("nothing else is there", `${reach}\n  ${serve}`, ...imports),
  };
  const head = {
    "src/two.js": "export const two = () => 2;\n",
    "test/two.test.js": testOf("two", "assert.equal(two(), 2);", 'import { two } from "../src/two.js";'),
  };
  const proof = await proveFiles({ ...base, "baton.config.json": configOf({ network: false }) }, head);
  expect([proof.verdict.status, proof.runs.R2?.counts.passed]).toEqual(["proven", 2]);
});

test("a network that cannot be taken away is no network that is", () => {
  const without = (level: "I1" | "I2") => (): unknown => isolateChecks(level, "/nonexistent", { network: false });
  expect(without("I1")).toThrow("environment.network is false, which cannot be had: bwrap was not found on PATH");
  expect(without("I2")).toThrow("the policy requires isolation I2");
});
