import { describe, expect, it } from "vitest";
import { filledRows, ownSchemas } from "../../../../src/core/proof/looks/own-schema.ts";

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

describe("what helpers of the tests fill in", () => {
  const CODE = "def slug_of(name):\n    return name.lower()\n";
  const FILLS = 'db.execute("UPDATE entries SET ref = ? WHERE id = ?", (slug_of(name), 1))\n';
  const filled = (head: string, base: string | null = null): unknown =>
    filledRows([{ path: "tests/conftest.py", base, head }], [MIGRATION], [CODE])[0]?.text;

  it("is left out where they ask the changed code for it", () => {
    expect(filled(FILLS)).toBe(FILLS.replace('id = ?"', 'id = ? AND 1 = 0"'));
    expect(filled(FILLS.replace(" WHERE id = ?", ""))).toContain('"UPDATE entries SET ref = ? WHERE 1 = 0"');
  });

  it.each([
    ["other values", FILLS.replace("slug_of(name)", '"old"'), null],
    ["a table of the tests' own", FILLS.replace("entries", "others"), null],
    ["what base's did", FILLS, FILLS],
    ["a test itself", `def test_slug(db):\n    ${FILLS}`, null],
  ])("stays where it is %s", (_, head, base) => {
    expect(filled(head, base)).toBe(undefined);
  });
});
