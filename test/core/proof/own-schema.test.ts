import { describe, expect, it } from "vitest";
import { ownSchemas } from "../../../src/core/proof/own-schema.ts";

const MIGRATION = 'db.execute("CREATE TABLE IF NOT EXISTS entries (id INTEGER, ref TEXT)")\n';
const UNIQUE = "CREATE UNIQUE INDEX one ON entries (ref)";
const found = (head: string, base: string | null = null, code = MIGRATION) =>
  ownSchemas([{ path: "tests/conftest.py", base, head }], [code]);

describe("what tests give a table of the code's", () => {
  it.each([
    UNIQUE,
    "create index if not exists one on entries(ref)",
    "CREATE TRIGGER t BEFORE INSERT ON entries BEGIN SELECT 1; END",
    "ALTER TABLE entries ADD CONSTRAINT one UNIQUE (ref)",
  ])("%s", (sql) => {
    expect(found(`db.execute("${sql}")\n`)).toEqual([
      { path: "tests/conftest.py", text: 'db.execute("SELECT 1")\n', statements: [sql] },
    ]);
  });

  it("keeps its lines where the text is long", () => {
    const [long] = found('db.executescript("""\nCREATE UNIQUE INDEX one\nON entries (ref);\n""")\n');
    expect(long?.text).toBe('db.executescript("""SELECT 1\n\n\n""")\n');
  });

  it.each([
    ["that base's tests gave it, too", `db.execute("${UNIQUE}")\n`, `db.execute('${UNIQUE}')\n`, MIGRATION],
    [
      "that the code gives it, too",
      `db.execute("${UNIQUE}")\n`,
      null,
      `${MIGRATION}db.execute("${UNIQUE.toLowerCase()}")\n`,
    ],
    ["that is the tests' own", `db.execute("CREATE UNIQUE INDEX one ON other (ref)")\n`, null, MIGRATION],
    ["together with the table", `db.executescript("CREATE TABLE entries (ref); ${UNIQUE};")\n`, null, MIGRATION],
    ["of which it only tells", `# ${UNIQUE}\n`, null, MIGRATION],
  ])("is none where it is one %s", (_, head, base, code) => {
    expect(found(head, base, code)).toEqual([]);
  });
});
