import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { Policy } from "../../../src/schema/config.ts";
import type { ProofData } from "../../../src/schema/proof.ts";
import { BASE as GO_BASE, DISCOUNT_TEST, HONEST as GO_HONEST } from "../../adversarial/cheats/go-kit.ts";
import { hasTool } from "../../support/go.ts";
import { proveFiles } from "../../support/prove.ts";
import { py } from "../../support/python.ts";
import type { Files } from "../../support/repository.ts";

const TIMEOUT_MS = 600_000;
const policy = Policy.parse({ baseline_runs: 1 });
const folders: string[] = [];

/** A folder outside of every repository, laid out like one. */
function folderOf(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), "baton-held-out-"));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text ?? "");
  }
  return folder;
}

afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const BASE: Files = {
  "package.json": JSON.stringify({ type: "module", scripts: { test: "node --test" } }),
  "src/one.js": "export const one = () => 1;\n",
  "test/one.test.js": `import assert from "node:assert/strict";
import test from "node:test";
import { one } from "../src/one.js";
test("one", () => assert.equal(one(), 1));
`,
};

/** A test of `discount` that asks for these totals. */
const asking = (...totals: readonly (readonly [number, number])[]): string => `import assert from "node:assert/strict";
import test from "node:test";
import { discount } from "../src/discount.js";
${totals.map(([total, want]) => `test("${total}", () => assert.equal(discount(${total}), ${want}));`).join("\n")}
`;

const DISCOUNT = `export function discount(total) {
  return total >= 100 ? total / 10 : 0;
}
`;
const FITTED = DISCOUNT.replace(/return .*/, "return total - 180;");
const HEAD: Files = { "src/discount.js": DISCOUNT, "test/discount.test.js": asking([200, 20]) };
const HELD_OUT: Files = { "test/held-out.test.js": asking([300, 30], [50, 0]) };

const codes = ({ findings }: ProofData, severity = "error"): string[] =>
  findings.filter((finding) => finding.severity === severity).map(({ code }) => code);

describe("held-out tests (R7)", { timeout: TIMEOUT_MS }, () => {
  it("refuses a rule that fits the tests at hand alone, which all else lets pass", async () => {
    const head = { ...HEAD, "src/discount.js": FITTED };
    expect((await proveFiles(BASE, head, { policy })).verdict.status).toBe("proven");
    const proof = await proveFiles(BASE, head, { policy, heldOut: folderOf(HELD_OUT) });
    expect(proof.verdict.status).toBe("not_proven");
    expect(codes(proof)).toEqual(["HELD_OUT_FAILED"]);
    expect(proof.runs.R7?.counts).toMatchObject({ total: 2, failed: 2 });
  });

  it("lets an honest change pass and says how far they see", async () => {
    const proof = await proveFiles(BASE, HEAD, { policy, heldOut: folderOf(HELD_OUT) });
    expect(proof.verdict.status).toBe("proven");
    expect(proof.verdict.limits.join(" ")).toContain("as far as the held-out tests");
  });

  it("does not take tests that skip themselves, or never run, for passed", async () => {
    const skipping = folderOf({ "test/held-out.test.js": asking([300, 30]).replace("() =>", "{ skip: true }, () =>") });
    expect(codes(await proveFiles(BASE, HEAD, { policy, heldOut: skipping }))).toEqual(["NOT_MEASURED"]);
    const foreign = folderOf({ "test/test_it.py": "def test_it():\n    assert False\n" });
    expect(codes(await proveFiles(BASE, HEAD, { policy, heldOut: foreign }))).toEqual(["NOT_MEASURED"]);
  });

  it("refuses a folder that holds code, nothing, or is none", async () => {
    for (const heldOut of [folderOf({ "src/discount.js": DISCOUNT }), folderOf({}), "/nowhere/at/all"])
      await expect(proveFiles(BASE, HEAD, { policy, heldOut })).rejects.toMatchObject({ code: "USAGE_INVALID" });
  });
});

describe("body removal (R6)", { timeout: TIMEOUT_MS }, () => {
  const UNTESTED = `${DISCOUNT}
export function rounded(total) {
  return Math.round(total);
}
`;

  it("names the changed functions that no selected test needs", async () => {
    const head = { ...HEAD, "src/discount.js": UNTESTED };
    const proof = await proveFiles(BASE, head, { policy, mutation: { threshold: 85 } });
    expect(proof.mutation).toMatchObject({ kind: "body_removal", score: 50, left_out: 0 });
    expect(proof.mutation?.mutants.map(({ symbol, line, status }) => [symbol, line, status])).toEqual([
      ["discount", 1, "killed"],
      ["rounded", 5, "survived"],
    ]);
    expect(codes(proof)).toEqual(["MUTATION_LOW"]);
    expect(proof.findings.find(({ code }) => code === "MUTATION_LOW")?.message).toContain("src/discount.js:5 rounded");
  });

  it("passes at the threshold, and measures nothing where no function changed", async () => {
    const passing = await proveFiles(BASE, HEAD, { policy, mutation: { threshold: 100 } });
    expect([passing.verdict.status, passing.mutation?.score]).toEqual(["proven", 100]);
    const data = { "src/list.js": "export const list = [1, 2];\n", "test/list.test.js": LIST_TEST };
    const nothing = await proveFiles(BASE, data, { policy, mutation: { threshold: 85 } });
    expect(nothing.mutation?.score).toBeNull();
    expect(codes(nothing)).toEqual(["NOT_MEASURED"]);
  });

  it("takes functions and methods of Python away, one at a time", async () => {
    const base = { "shop.py": "def one():\n    return 1\n", "test_shop.py": PYTHON_TEST };
    const head = {
      "shop.py": py`
        def one():
            return 1

        class Basket:
            def __init__(self):
                self.items = []

            def add(self, item):
                self.items.append(item)

            def clear(self):
                self.items.clear()
      `,
      "test_basket.py": py`
        from shop import Basket

        def test_add():
            basket = Basket()
            basket.add(1)
            assert basket.items == [1]
      `,
    };
    const proof = await proveFiles(base, head, { policy, mutation: { threshold: 85 } });
    expect(proof.mutation?.mutants.map(({ symbol, status }) => [symbol, status])).toEqual([
      ["Basket.__init__", "killed"],
      ["Basket.add", "killed"],
      ["Basket.clear", "survived"],
    ]);
    expect(proof.mutation?.score).toBe(66);
  });

  it.skipIf(!hasTool("go", "version"))("takes functions of Go away, one at a time", async () => {
    const more = "\n\nfunc Half(total int) int {\n\treturn total / 2\n}\n";
    const head = {
      ...GO_HONEST,
      "discount.go": `${GO_HONEST["discount.go"] ?? ""}${more}`,
      "discount_test.go": DISCOUNT_TEST,
    };
    const proof = await proveFiles(GO_BASE, head, { policy, mutation: { threshold: 85 } });
    expect(proof.mutation?.mutants.map(({ symbol, status }) => [symbol, status])).toEqual([
      ["Discount", "killed"],
      ["Half", "survived"],
    ]);
  });
});

describe("flipped expectations (R5)", { timeout: TIMEOUT_MS }, () => {
  it("lets RED tests pass that fail when what they expect is turned round", async () => {
    const proof = await proveFiles(BASE, HEAD, { policy, flip: true });
    expect(proof.verdict.status).toBe("proven");
    expect(proof.runs.R5?.counts.failed).toBe(1);
  });

  it("refuses RED tests whose expectations nothing can turn round", async () => {
    const throwing = asking([200, 20]).replace(
      "assert.equal(discount(200), 20)",
      "[20].includes(discount(200)) || (() => { throw new assert.AssertionError({ message: 'no' }); })()",
    );
    const proof = await proveFiles(BASE, { ...HEAD, "test/discount.test.js": throwing }, { policy, flip: true });
    expect(codes(proof).some((code) => code === "NOT_MEASURED" || code === "TEST_HOLLOW")).toBe(true);
  });
});

const LIST_TEST = `import assert from "node:assert/strict";
import test from "node:test";
import { list } from "../src/list.js";
test("list", () => assert.deepEqual(list, [1, 2]));
`;
const PYTHON_TEST = py`
  from shop import one

  def test_one():
      assert one() == 1
`;
