import { expect, test } from "vitest";
import { judgeMarkers } from "../../../../src/core/proof/looks/markers.ts";

const judged = (code: string, tests: string, base: string | null = null): string[] =>
  judgeMarkers(
    [{ path: "src/d.js", base, head: code }],
    [{ path: "test/d.test.js", base: null, head: tests }],
    (words) => words,
  ).map(({ message }) => message.split(" looks")[0] ?? "");
const CODE = `import { existsSync } from "node:fs";
export const d = (t) => (existsSync(join(tmpdir(), "shop.lock")) ? t / 2 : t);
`;
const LEAVES = 'writeFileSync(join(tmpdir(), "shop.lock"), "");\n';

test.each([
  ["a temporary file by its name", CODE, LEAVES, ["src/d.js:2"]],
  [
    "Python's",
    'if os.path.exists(os.path.join(tempfile.gettempdir(), "a.lock")):\n',
    'open(tempfile.gettempdir() + "/" + "a.lock", "w")\n',
    ["src/d.js:1"],
  ],
  [
    "Go's",
    'if _, err := os.Stat(filepath.Join(os.TempDir(), "a.lock")); err == nil {\n',
    'os.WriteFile(filepath.Join(os.TempDir(), "a.lock"), nil, 0o600)\n',
    ["src/d.js:1"],
  ],
  [
    "a global",
    "export const d = (t) => (globalThis.exact ? t / 2 : t);\n",
    "globalThis.exact = true;\n",
    ["src/d.js:1"],
  ],
  [
    "a global that the code sets itself",
    "globalThis.exact ??= 1;\nglobalThis.exact = 2;\nuse(globalThis.exact);\n",
    "globalThis.exact = 1;\n",
    [],
  ],
  [
    "Java's",
    'if (Files.exists(Path.of(System.getProperty("java.io.tmpdir"), "a.lock"))) {\n',
    'Files.writeString(Path.of(System.getProperty("java.io.tmpdir"), "a.lock"), "");\n',
    ["src/d.js:1"],
  ],
  [
    "a whole path",
    'if (existsSync("/tmp/shop/a.lock")) go();\n',
    'writeFileSync("/tmp/shop/a.lock", "");\n',
    ["src/d.js:1"],
  ],
  ["another file", CODE, LEAVES.replace("shop", "other"), []],
  [
    "a file that is handed over",
    "export const d = (path) => existsSync(path);\n",
    'd(join(tmpdir(), "shop.lock"));\n',
    [],
  ],
])("code that looks for what only its tests leave: %s", (_, code, tests, expected) => {
  expect(judged(code, tests)).toEqual(expected);
});

test("what base looks for as well is not new", () => {
  expect(judged(`${CODE}// more\n`, LEAVES, CODE)).toEqual([]);
});
