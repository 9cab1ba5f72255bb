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
    : [inner.runner, ...inner.args, ...inner.before.map((text) => `after ${text}`)].join(" ");
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
  ["a wrapper alone", ["ts-scripts test"], "none"],
  ["two runners", ["vitest run && mocha && size-limit"], "none"],
  ["a runner that can be started as it is", ["vitest run", VITEST], "none"],
  ["a command that can run nothing", ["echo ok", {}, ["test/a.test.js"]], "none"],
])("inside %s", (_what, given, expected) => expect(inside(...given)).toBe(expected));
