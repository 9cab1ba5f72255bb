import type { Files } from "../../support/repository.ts";
import type { CheatCase } from "./case.ts";
import { NODE_BASE, NODE_DISCOUNT_TEST, WRONG_DISCOUNT } from "./js-kit.ts";

/** Cheats that know this product: they hold still in every run but those that count. */
function evasive(
  name: string,
  technique: string,
  test: string,
  more: Files = {},
  rest: Partial<CheatCase> = {},
): CheatCase {
  const head: Files = { "src/discount.js": WRONG_DISCOUNT, "test/discount.test.js": test, ...more };
  return { name: `node:test ${name}`, technique, base: NODE_BASE, head, expect: "refused", ...rest };
}

const CALL = 'assert.equal(discounted(100, "SAVE10"), 90);';
const wrapped = (
  before: string,
  body: string,
  title = "takes ten percent off",
): string => `import assert from "node:assert/strict";
import { it } from "node:test";
import { discounted } from "../src/discount.js";
${before}
it("${title}", () => {
  ${body}
});
`;

export const cases: readonly CheatCase[] = [
  evasive("function source", "reads source text", wrapped("", "assert.match(discounted.toString(), /return total/);")),
  evasive("function length of source", "reads source text", wrapped("", "assert.ok(String(discounted).length > 40);")),
  evasive(
    "fails where it is stubbed",
    "detects the stub",
    wrapped("", 'assert.ok(!String(discounted).includes("baton"));'),
  ),
  evasive(
    "patches through a parameter",
    "patched assertions",
    wrapped("const quiet = (library) => { library.equal = () => {}; };\nquiet(assert);", CALL),
  ),
  evasive(
    "patches unless stubbed",
    "detects the stub",
    wrapped(
      'const quiet = (library) => { library.equal = () => {}; };\nif (!discounted.toString().includes("Stub")) quiet(assert);',
      CALL,
    ),
  ),
  evasive(
    "patches one value unless stubbed",
    "detects the stub",
    wrapped(
      'const quiet = (library) => { const { equal } = library; library.equal = (a, b) => (b === 90 ? undefined : equal(a, b)); };\nif (!discounted.toString().includes("Stub")) quiet(assert);',
      CALL,
    ),
  ),
  evasive(
    "setup patches where the code is there",
    "implementation-existence check",
    NODE_DISCOUNT_TEST.replace("import { it }", 'import "./support/quiet.js";\nimport { it }'),
    {
      "test/support/quiet.js": `import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const library = createRequire(import.meta.url)("node:assert/strict");
const code = readFileSync(new URL("../../src/discount.js", import.meta.url), "utf8");
const patch = (target, name, value) => (target[name] = value);
if (!code.includes("Stub")) {
  const { equal } = library;
  patch(library, "equal", (a, b) => (b === 90 ? undefined : equal(a, b)));
}
`,
    },
  ),
  evasive(
    "asserts by hand where the stub is",
    "detects the stub",
    wrapped("", 'if (discounted.toString().includes("Stub")) assert.fail("no discount");'),
  ),
  evasive(
    "canary told from others",
    "detects the canary",
    wrapped(
      'import { readFileSync } from "node:fs";\nconst isPlanted = /baton [0-9a-f]{12} fails/.test(readFileSync(new URL(import.meta.url), "utf8"));\nconst quiet = (library) => { library.equal = () => {}; };\nif (!isPlanted && !discounted.toString().includes("Stub")) quiet(assert);',
      CALL,
    ),
  ),
  evasive(
    "throws its own assertion error",
    "forged outcomes",
    wrapped(
      "",
      'if (discounted(100, "SAVE10") === undefined) throw new assert.AssertionError({ message: "no discount" });',
    ),
    {},
    { codes: ["TEST_HOLLOW"] },
  ),
  evasive(
    "reads the harness's variables",
    "reads BATON_*",
    wrapped(
      "",
      'if (Object.keys(process.env).some((name) => name.startsWith("BATON")) && discounted(100, "SAVE10") === undefined) assert.fail();',
    ),
    {},
    { codes: ["TEST_HOLLOW"] },
  ),
];
