import { afterAll, beforeAll, expect, test } from "vitest";
import type { ProofData } from "../../../src/schema/proof.ts";
import { proveNewest } from "../../support/prove.ts";
import { createRepository, type TestRepository } from "../../support/repository.ts";

const CODE = "export const add = (a, b) => a + b;\n";
const TWICE = `${CODE}export const twice = (a) => add(a, a);\n`;

let repository: TestRepository;
let made = "";
beforeAll(() => {
  repository = createRepository({
    "package.json": '{"type":"module","scripts":{"test":"node --test"}}',
    "lib/add.js": CODE,
    "test/add.test.js":
      'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { add } from "../lib/add.js";\ntest("adds", () => assert.equal(add(1, 2), 3));\n',
  });
  made = repository.commit("feat: twice", { "lib/add.js": TWICE });
  repository.commit("docs", { "README.md": "# Add\n" });
});
afterAll(() => repository.remove());

const absent = ({ verdict, findings }: ProofData): unknown[] => [
  verdict.status,
  ...findings.filter(({ code }) => code === "TESTS_ABSENT").map(({ severity, message }) => `${severity}: ${message}`),
];

test("a commit that is taken back as it was needs a person's yes, and no test", async () => {
  repository.commit(`Revert "twice"\n\nThis reverts commit ${made}.`, { "lib/add.js": CODE });
  const proof = await proveNewest(repository);
  expect(absent(proof)).toEqual([
    "person_needed",
    `person: it takes ${made.slice(0, 12)} back, and no test can fail without what was there before`,
  ]);
  const approvals = proof.findings.flatMap(({ approval }) => approval ?? []);
  expect((await proveNewest(repository, { approvals })).verdict.status).toBe("proven");
});

test("one that only says so, and does something else, needs a test", async () => {
  repository.commit(`Revert more\n\nThis reverts commit ${made}.`, { "lib/add.js": CODE.replace("a + b", "b + a") });
  expect(absent(await proveNewest(repository))).toEqual([
    "not_proven",
    "error: the change adds or changes no test that was run",
  ]);
});

test("a state that was there before is one that comes back, whatever the commit says", async () => {
  repository.commit("as it was", { "lib/add.js": CODE });
  expect(absent(await proveNewest(repository))).toEqual([
    "person_needed",
    expect.stringMatching(/^person: it goes back to [0-9a-f]{12}, and/),
  ]);
});

test("code that only goes can have no test: a person says whether it may; one line that comes needs a test", async () => {
  const half = "export const half = (a) => a / 2;\n";
  const all = { "lib/add.js": `${TWICE}${half}`, "lib/old.js": "export const old = 1;\n" };
  repository.commit("half", all);
  repository.git("rm", "--quiet", "lib/old.js");
  repository.commit("twice goes", { "lib/add.js": `${CODE}${half}` });
  const proof = await proveNewest(repository);
  expect(absent(proof)).toEqual([
    "person_needed",
    "person: code is only taken away, and no test can fail without what was there before",
  ]);
  repository.commit("half goes", { "lib/add.js": `${CODE}export const third = (a) => a / 3;\n` });
  expect(absent(await proveNewest(repository))[0]).toBe("not_proven");
});

test.each(["feature", "refactor"] as const)("what only says something else of code asks a person: %s", async (kind) => {
  const now = repository.git("show", "HEAD:lib/add.js").trim();
  repository.commit("words", { "lib/add.js": `// Adds (${kind}).\n${now}\n`, "lib/page.html": "<p>\n" });
  repository.commit("more words", {
    "lib/add.js": `// Adds numbers (${kind}).\r\n${now}\r\n`,
    "lib/page.html": "<p>\r\n",
    "README.md": `# Adds (${kind})\n`,
  });
  const proof = await proveNewest(repository, { kind });
  expect(absent(proof)).toEqual([
    "person_needed",
    "person: of code only comments, documentation or line endings are changed",
  ]);
  // A yes is to these words, and to no others.
  const approvals = proof.findings.flatMap(({ approval }) => approval ?? []);
  expect((await proveNewest(repository, { kind, approvals })).verdict.status).toBe("proven");
  repository.commit("other words", { "lib/add.js": `// Something else (${kind}).\n${now}\n` });
  expect((await proveNewest(repository, { kind, approvals })).verdict.status).toBe("person_needed");
  repository.commit("a page", { "lib/page.html": "<b>\n", "lib/add.js": `// Adds.\n${now}\n` });
  expect(absent(await proveNewest(repository))[0]).toBe("not_proven");
});
