import { expect, test } from "vitest";
import { judgeSelfWritten } from "../../../../src/core/proof/looks/self-written.ts";

const GO = `// golden compares with testdata/NAME.golden and makes the file at the first run.
func golden(t *testing.T, got string) {
	path := filepath.Join("testdata", t.Name()+".golden")
	want, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		want, err = os.ReadFile(path)
	}
`;
const PYTHON = `def check(name, got):
    path = HERE / "expected" / name
    if not path.exists():
        path.write_text(got)
    assert got == path.read_text()
`;
const SCRIPT = `function matches(name, got) {
  const path = join("test/golden", name);
  if (!existsSync(path)) {
    writeFileSync(path, got);
  }
  assert.equal(got, readFileSync(path, "utf8"));
}
`;
const PATHS = ["src/a.py", "tests/test_a.py", "testdata/helpers.go"];
const judged = (text: string, paths = PATHS) =>
  judgeSelfWritten([{ path: "tests/a", text }], new Set(paths), (words) => words).map(({ code, message }) => [
    code,
    message.split(" ")[0],
  ]);

test.each([
  ["Go", GO, 5],
  ["JavaScript", SCRIPT, 3],
  ["Python", PYTHON, 3],
])("what writes what it compares with is no proof in a fresh checkout: %s", (_, text, line) => {
  expect(judged(text)).toEqual([["TEST_HOLLOW", `tests/a:${line}`]]);
});

test.each([
  ["its files are committed", GO, [...PATHS, "testdata/TestA.golden"]],
  [
    "it fails after writing",
    SCRIPT.replace("got);\n  }", 'got);\n    throw new Error("written, run again");\n  }'),
    PATHS,
  ],
  ["it writes an input", PYTHON.replaceAll("expected", "data"), PATHS],
  ["it only reads", PYTHON.replace("write_text(got)", "touch()"), PATHS],
])("nobody is asked where %s", (_, text, paths) => expect(judged(text, paths)).toEqual([]));
