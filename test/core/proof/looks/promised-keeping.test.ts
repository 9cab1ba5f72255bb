import { expect, test } from "vitest";
import { judgePromisedKeeping } from "../../../../src/core/proof/looks/promised-keeping.ts";
import type { SourceFile } from "../../../../src/schema/source.ts";

const IN_MEMORY =
  "import path from 'node:path';\n/** Reads and writes a JSON file. */\nexport class Notes {\n  readonly file: string;\n  save(note) {\n    this.notes.set(note.id, note);\n  }\n}\n";

interface Given {
  readonly title?: string;
  readonly code?: string;
  readonly path?: string;
  readonly base?: string | null;
  readonly beside?: readonly SourceFile[];
}

function asked({
  title = "survives a restart",
  code = IN_MEMORY,
  path = "src/notes.ts",
  base = null,
  beside = [],
}: Given) {
  const tests = [{ path: "test/notes.test.ts", base, head: `it("${title}", () => {\n});\n` }];
  const sides = { tests, code: [{ path, base: null, head: code }] };
  return judgePromisedKeeping(
    sides,
    () => beside,
    (words) => words,
  ).map(({ approval }) => approval);
}

test.each([
  "survives a restart",
  "survives the second process",
  "forgets what was removed, also after a restart",
  "persists notes",
  "persistence",
  "notes are persisted across sessions",
  "keeps notes after reopening",
  "is there in a second process",
  "keeps notes on disk",
  "saves all notes to a file",
  "notes are written to the database",
])("a test that %s asks where code keeps nothing", (title) => {
  expect(asked({ title })).toEqual([`promised keeping test/notes.test.ts ${title}`]);
  expect(asked({ title, base: `it("${title}"` })).toEqual([]);
});

test.each([
  "restarts the timer",
  "reopens a closed ticket",
  "does not persist options",
  "is injected as persisted when shown",
  "keeps the order",
  "saves a note",
])("one that %s promises nothing", (title) => {
  expect(asked({ title })).toEqual([]);
});

test.each([
  ["a file", "await writeFile(this.path, text);"],
  ["a module", 'import { mkdir } from "node:fs/promises";'],
  ["a module by name", 'const store = require("sqlite3");'],
  ["a class of files", "class Notes extends FileStore {}"],
  ["storage", "localStorage.setItem('notes', text);"],
  ["a client", "constructor(client) { this.client = client; }"],
  ["a request", "await http.post(url, text);"],
])("code that names %s may keep it", (_, code) => {
  expect(asked({ code })).toEqual([]);
});

test.each([
  ["a comment", "// writes a file\nlet notes;"],
  ["a text", 'let text = "read the file";'],
  ["the name of a file", "let fileName = folder + name;"],
])("what stands in %s keeps nothing", (_, code) => {
  expect(asked({ code })).toHaveLength(1);
});

test("code beside it may keep it as well", () => {
  expect(asked({ beside: [{ path: "src/store.ts", text: "writeFileSync(path, text);" }] })).toEqual([]);
  expect(asked({ beside: [{ path: "src/sums.ts", text: "export const add = (a, b) => a + b;" }] })).toHaveLength(1);
});

test("what is written in another language, or in none, is left alone", () => {
  expect(asked({ path: "notes.sql" })).toEqual([]);
  expect(asked({ path: "notes.md" })).toEqual([]);
});
