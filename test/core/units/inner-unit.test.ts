import { expect, test } from "vitest";
import { detectUnits } from "../../../src/core/units/detect-units.ts";
import { innerUnit } from "../../../src/core/units/inner-unit.ts";

/** The runner inside the only unit of a package with this test script, or "none". */
function inside(script: string, more: object = {}, files: readonly string[] = []): string {
  const texts = new Map([
    ["package.json", JSON.stringify({ scripts: { test: script, build: "tsc", wrap: "vitest run --mode x" }, ...more })],
    ...files.map((path) => [path, ""] as const),
  ]);
  const tree = { paths: texts.keys().toArray(), read: (path: string) => texts.get(path) ?? null };
  const [unit] = detectUnits(tree);
  const inner = unit === undefined ? null : innerUnit(tree, unit);
  return inner === null
    ? "none"
    : [
        inner.runner === "command" ? inner.command : inner.runner,
        ...inner.args,
        ...inner.before.map((text) => `after ${text}`),
      ].join(" ");
}

const VITEST = { devDependencies: { vitest: "5" } };

test.each<[string, Parameters<typeof inside>, string]>([
  ["a wrapper beside a runner of the package's own", ["ts-scripts test && npm run size", VITEST], "vitest"],
  ["a wrapper beside a runner's configuration", ["aegir test", {}, [".mocharc.json"]], "mocha"],
  ["a runner with something after it", ["vitest run --mode y && npm run build", VITEST], "vitest --mode=y"],
  [
    "a runner between other things",
    ["npm run build && npm run wrap && size-limit", VITEST],
    "vitest --mode=x after tsc",
  ],
  ["a linter before what goes elsewhere", ["xo && cd packages && ava"], "none"],
  ["another runner alone", ["ava"], "none"],
  ["a wrapper alone", ["ts-scripts test"], "none"],
  ["two runners", ["vitest run && mocha && size-limit"], "none"],
  ["a runner that can be started as it is", ["vitest run", VITEST], "none"],
  ["a command that can run nothing", ["echo ok", {}, ["test/a.test.js"]], "none"],
])("inside %s", (_what, given, expected) => expect(inside(...given)).toBe(expected));

/** The command of the only unit of such a package, and what is inside `npm test` as a user names it. */
function commandsOf(script: string, scripts: object = {}): string[] {
  const text = JSON.stringify({ scripts: { build: "tsc", ...scripts, test: script } });
  const tree = { paths: ["package.json"], read: (path: string) => (path === "package.json" ? text : null) };
  const [unit] = detectUnits(tree);
  const inner = unit === undefined ? null : innerUnit(tree, { ...unit, command: "npm test" });
  return [unit?.command ?? "none", inner?.command ?? "none"];
}

test.each<[string, Parameters<typeof commandsOf>, string]>([
  ["linters around another runner", ["xo && npm run build && c8 ava --serial && tsd"], "tsc && c8 ava --serial"],
  [
    "a formatter before a script",
    ["npm run format && node test.js", { format: "remark . -o && prettier -w ." }],
    "node test.js",
  ],
  ["a linter before another runner", ["nyc tape 'test/*.js'", { pretest: "eslint ." }], "nyc tape 'test/*.js'"],
  ["a script with variables", ["xo && cross-env A='b c' npm run unit", { unit: "ava x" }], "A='b c' ava x"],
])("%s is left out of a command that runs whole", (_what, given, command) =>
  expect(commandsOf(...given)).toEqual([command, command]),
);

test("a command without linters, or that goes elsewhere, is run as it is", () => {
  expect(commandsOf("npm run build && ava")).toEqual(["npm test", "none"]);
  expect(commandsOf("xo && cd packages && ava")).toEqual(["npm test", "none"]);
  expect(commandsOf("xo; ava")).toEqual(["npm test", "none"]);
});
