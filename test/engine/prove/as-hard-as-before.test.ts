import { expect, test } from "vitest";
import { proveFiles } from "../../support/prove.ts";
import type { Files } from "../../support/repository.ts";

const HARD = 'date;purpose\n1;"Rent; May"\n2;Coffee\n';
const BASE = {
  "package.json": '{"name":"bank","version":"1.0.0","type":"module","scripts":{"test":"node --test"}}',
  "src/cells.js": 'export const cells = (line) => line.split(";");\n',
  "test/data/bank.csv": HARD,
  "test/cells.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { cells } from "../src/cells.js";
test("cells", () => assert.deepEqual(cells("a;b"), ["a", "b"]));
`,
};
const IMPORTS = `import assert from "node:assert/strict";
import { test } from "node:test";
`;

async function asked(head: Files): Promise<string[]> {
  const { verdict, findings } = await proveFiles(BASE, head);
  return [verdict.status, ...findings.filter(({ severity }) => severity === "person").map(({ path }) => path ?? "")];
}

const UNQUOTED = (line: string): string =>
  `import { cells } from "./cells.js";\nexport const purpose = (line) => ${line};\n`;
const PURPOSE_TEST = `${IMPORTS}import { readFileSync } from "node:fs";
import { purpose } from "../src/purpose.js";
const [, first, second] = readFileSync(new URL("data/bank.csv", import.meta.url), "utf8").split("\\n");
test("purposes", () => {
  assert.equal(purpose(first).startsWith("Rent") && purpose(first).endsWith("May"), true);
  assert.equal(purpose(second), "Coffee");
});
`;

test("data of base that is made easier for new tests asks a person; more of it does not", async () => {
  const head = (code: string, data: string) => ({
    "src/purpose.js": UNQUOTED(code),
    "test/purpose.test.js": PURPOSE_TEST,
    "test/data/bank.csv": data,
  });
  const stripped = 'cells(line)[1].replaceAll(\'"\', "")';
  expect(await asked(head(stripped, HARD.replace("; May", " May")))).toEqual(["person_needed", "test/data/bank.csv"]);
  const parsed = `/"(.*)"/.exec(line)?.[1] ?? ${stripped}`;
  expect(await asked(head(parsed, `${HARD}3;Tea\n`))).toEqual(["proven"]);
});

const AGAIN = (wait: string): string => `export async function again(scenario, tries = 100) {
  for (let n = 1; ; n += 1) {
    try {
      return await scenario();
    } catch (error) {
      if (n === tries) throw error;
      ${wait}
    }
  }
}
`;
const CLAIM_TEST = `${IMPORTS}import { claimed } from "../src/claimed.js";
import { again } from "./again.js";
test("each is claimed once", () => again(async () => {
  const names = await claimed();
  assert.equal(names.length, 2);
  assert.deepEqual(names, ["a", "b"]);
}));
`;

test("tests that hold once in some tries ask a person; those that wait for what takes its time do not", async () => {
  const code =
    'let calls = 0;\nexport const claimed = async () => ((calls += 1) % 4 === 0 ? ["a", "b"] : ["a", "a"]);\n';
  const head = (wait: string) => ({
    "src/claimed.js": code,
    "test/claimed.test.js": CLAIM_TEST,
    "test/again.js": AGAIN(wait),
  });
  expect(await asked(head(""))).toEqual(["person_needed", "test/again.js"]);
  expect(await asked(head("await new Promise((done) => setTimeout(done, 5));"))).toEqual(["proven"]);
});

const STORE = `import { DatabaseSync } from "node:sqlite";
export function openStore() {
  const db = new DatabaseSync(":memory:");
  db.exec("CREATE TABLE entries (ref TEXT)");
  return db;
}
export const add = (db, ref) => db.prepare("INSERT INTO entries VALUES (?)").run(ref);
export const count = (db) => db.prepare("SELECT count(*) AS n FROM entries").get().n;
`;
const STORE_TEST = `${IMPORTS}import { add, count } from "../src/store.js";
import { opened } from "./opened.js";
test("the same entry is added once", () => {
  const db = opened();
  assert.deepEqual([add(db, "a").changes, add(db, "a").changes, count(db)], [1, 0, 1]);
});
`;

test("an index that the tests alone give the code's table asks a person; one of the code's does not", async () => {
  const opened = (more: string): string =>
    `import { openStore } from "../src/store.js";\nexport function opened() {\n  const db = openStore();\n${more}  return db;\n}\n`;
  const unique = '  db.exec("CREATE UNIQUE INDEX once ON entries (ref)");\n';
  const ignoring = STORE.replace("INSERT INTO", "INSERT OR IGNORE INTO");
  const base = { ...BASE, "src/store.js": STORE, "test/opened.js": opened("") };
  const judged = async (code: string, more: string) => {
    const head = { "src/store.js": code, "test/opened.js": opened(more), "test/store.test.js": STORE_TEST };
    const { verdict, findings } = await proveFiles(base, head);
    return [
      verdict.status,
      ...findings.flatMap(({ code: found, path }) => (found === "CODE_SUSPICIOUS" ? [path] : [])),
    ];
  };
  expect(await judged(ignoring, unique)).toEqual(["person_needed", "test/opened.js"]);
  expect(await judged(ignoring.replace("  return db;", `${unique}  return db;`), "")).toEqual(["proven"]);
});
