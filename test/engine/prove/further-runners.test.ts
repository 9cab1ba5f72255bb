import { describe, expect, it } from "vitest";
import { proveFiles } from "../../support/prove.ts";
import type { Files } from "../../support/repository.ts";

interface Kit {
  readonly name: string;
  readonly base: Files;
  /** The file of base's test, and this test saying less. */
  readonly old: string;
  readonly exact: string;
  readonly weaker: string;
  readonly skipped: string;
  readonly honest: Files;
  readonly hollow: Files;
}

const CART = "export const total = (prices) => prices.reduce((sum, price) => sum + price, 0);\n";
const DISCOUNT = "export const discounted = (sum, percent) => sum - (sum * percent) / 100;\n";
const manifest = (test: string, runner: string, version: string): string =>
  JSON.stringify({ type: "module", scripts: { test }, devDependencies: { [runner]: version } });

const KITS: readonly Kit[] = [
  {
    name: "AVA",
    base: {
      "package.json": manifest("ava", "ava", "8.0.1"),
      "test/cart.js": `import test from "ava";
import { total } from "../src/cart.js";

test("adds up", (t) => {
  t.is(total([2, 3]), 5);
});
`,
    },
    old: "test/cart.js",
    exact: "t.is(total([2, 3]), 5)",
    weaker: "t.truthy(total([2, 3]))",
    skipped: "test.skip(",
    honest: {
      "test/discount.js": `import test from "ava";
import { discounted } from "../src/discount.js";

test("takes ten percent off", (t) => {
  t.is(discounted(100, 10), 90);
  t.deepEqual([discounted(50, 50)], [25]);
});
`,
    },
    hollow: {
      "test/discount.js": `import test from "ava";
import { discounted } from "../src/discount.js";

test("takes ten percent off", (t) => {
  discounted(100, 10);
  t.pass();
});
`,
    },
  },
  {
    name: "jasmine",
    base: {
      "package.json": manifest("jasmine", "jasmine", "7.0.0"),
      "spec/support/jasmine.json": '{ "spec_dir": "spec", "spec_files": ["*.js"] }\n',
      "spec/cart.js": `import { total } from "../src/cart.js";

describe("cart", () => {
  it("adds up", () => {
    expect(total([2, 3])).toBe(5);
  });
});
`,
    },
    old: "spec/cart.js",
    exact: "expect(total([2, 3])).toBe(5)",
    weaker: "expect(total([2, 3])).toBeTruthy()",
    skipped: "xit(",
    honest: {
      "spec/discount.js": `import { discounted } from "../src/discount.js";

describe("discount", () => {
  it("takes ten percent off", async () => {
    expect(discounted(100, 10)).withContext("of 100").toBe(90);
    await expectAsync(Promise.resolve(discounted(50, 50))).toBeResolvedTo(25);
  });
});
`,
    },
    hollow: {
      "spec/discount.js": `import { discounted } from "../src/discount.js";

describe("discount", () => {
  it("takes ten percent off", async () => {
    await expectAsync(Promise.resolve(discounted(100, 10))).toBeResolved();
  });
});
`,
    },
  },
  {
    name: "tape",
    base: {
      "package.json": manifest("tape 'test/*.js'", "tape", "5.10.2"),
      "test/cart.js": `import test from "tape";
import { total } from "../src/cart.js";

test("adds up", (t) => {
  t.equal(total([2, 3]), 5);
  t.end();
});
`,
    },
    old: "test/cart.js",
    exact: "t.equal(total([2, 3]), 5)",
    weaker: "t.ok(total([2, 3]))",
    skipped: "test.skip(",
    honest: {
      "test/discount.js": `import test from "tape";
import { discounted } from "../src/discount.js";

test("discount", (t) => {
  t.test("takes ten percent off", (st) => {
    st.plan(2);
    st.equal(discounted(100, 10), 90);
    st.same([discounted(50, 50)], [25]);
  });
  t.end();
});
`,
    },
    hollow: {
      "test/discount.js": `import test from "tape";
import { discounted } from "../src/discount.js";

test("takes ten percent off", (t) => {
  t.doesNotThrow(() => discounted(100, 10));
  t.end();
});
`,
    },
  },
  tap("16.3.10"),
];

function tap(version: string): Kit {
  return {
    name: `tap ${version}`,
    base: {
      "package.json": manifest("tap test", "tap", version),
      "test/cart.js": `import tap from "tap";
import { total } from "../src/cart.js";

tap.test("adds up", (t) => {
  t.equal(total([2, 3]), 5);
  t.end();
});
`,
    },
    old: "test/cart.js",
    exact: "t.equal(total([2, 3]), 5)",
    weaker: "t.ok(total([2, 3]))",
    skipped: "skip(",
    honest: {
      "test/discount.js": `import { test } from "tap";
import { discounted } from "../src/discount.js";

test("discount", async (t) => {
  t.test("takes ten percent off", (st) => {
    st.plan(2);
    st.equal(discounted(100, 10), 90);
    st.strictSame([discounted(50, 50)], [25]);
  });
});
`,
    },
    hollow: {
      "test/discount.js": `import { test } from "tap";
import { discounted } from "../src/discount.js";

test("takes ten percent off", async (t) => {
  t.doesNotThrow(() => discounted(100, 10));
  t.match({ sum: discounted(100, 10) }, {});
});
`,
    },
  };
}

async function judgedOf(kit: Kit, tests: Files) {
  const base: Files = { "src/cart.js": CART, ...kit.base };
  const { verdict, findings } = await proveFiles(base, { "src/discount.js": DISCOUNT, ...tests });
  return { verdict, codes: findings.filter(({ severity }) => severity !== "info").map(({ code }) => code) };
}

it("tap 21: an honest change is proven, test by test", async () => {
  const kit = tap("21.8.0");
  expect(await judgedOf(kit, kit.honest)).toMatchObject({
    verdict: { status: "proven", proof_level: "P2" },
    codes: [],
  });
});

it("tap: what is asserted outside of tests is looked at like a test", async () => {
  const direct = (folder: string, name: string, assertion: string): string =>
    `import tap from "tap";\nimport { ${name} } from "../src/${folder}.js";\n\n${assertion};\n`;
  const exact = direct("cart", "total", "tap.equal(total([2, 3]), 5)");
  const honest = direct("discount", "discounted", "tap.equal(discounted(100, 10), 90)");
  const kit = tap("16.3.10");
  const of: Kit = { ...kit, base: { ...kit.base, "test/cart.js": exact } };
  const judged = async (tests: Files): Promise<unknown> => {
    const { verdict, codes } = await judgedOf(of, tests);
    return [verdict.status, codes];
  };
  expect(await judged({ "test/discount.js": honest })).toEqual(["proven", []]);
  const hollow = honest.replace("equal(discounted(100, 10), 90)", "doesNotThrow(() => discounted(100, 10))");
  expect(await judged({ "test/discount.js": hollow })).toEqual(["not_proven", expect.arrayContaining(["TEST_HOLLOW"])]);
  const weaker = exact.replace("equal(total([2, 3]), 5)", "pass(total([2, 3]))");
  expect(await judged({ "test/discount.js": honest, "test/cart.js": weaker })).toEqual([
    "person_needed",
    ["TEST_WEAKENED"],
  ]);
});

describe.each(KITS)("$name, by the project's own command", (kit) => {
  const old = kit.base[kit.old] ?? "";
  const judged = (tests: Files) => judgedOf(kit, tests);

  it("an honest change is proven, test by test", async () => {
    expect(await judged(kit.honest)).toMatchObject({ verdict: { status: "proven", proof_level: "P2" }, codes: [] });
  });

  it("a test that looks at nothing proves nothing", async () => {
    const { verdict, codes } = await judged(kit.hollow);
    expect([verdict.status, codes]).toEqual(["not_proven", expect.arrayContaining(["TEST_HOLLOW", "RED_MISSING"])]);
  });

  it("an older test that says less, or is skipped, is seen beside an honest one", async () => {
    const weaker = old.replace(kit.exact, kit.weaker);
    const less = await judged({ ...kit.honest, [kit.old]: weaker });
    expect([less.verdict.status, less.codes]).toEqual(["person_needed", ["TEST_WEAKENED"]]);
    const skipped = await judged({ ...kit.honest, [kit.old]: old.replace(/\b(?:test|it)\(/, kit.skipped) });
    expect([skipped.verdict.status, skipped.codes]).toEqual(["tampered", expect.arrayContaining(["TEST_SKIPPED"])]);
  });
});
