import { describe, expect, it } from "vitest";
import type { ProofData } from "../../../src/schema/proof.ts";
import { proveFiles } from "../../support/prove.ts";
import { sampleOf } from "../../support/sample.ts";
import type { HonestCase } from "./case.ts";
import { FAMILIES } from "./families.ts";
import { outcomes, together } from "./family.ts";

const TIMEOUT_MS = 1_200_000;
const LEAST_CASES = 40;

/** A change of data or of a table alone can only be told from a marker file where no code changes beside it: `node scripts/corpus.ts` tries it. */
const needsNoCommitOfItsOwn = ({ name }: { readonly name: string }): boolean =>
  !["data-only", "asserts-by-hand-of-a-table", "asserts-by-hand-of-more-rows"].includes(name);

const isAskedOf = ({ code, severity, path }: ProofData["findings"][number], { name, asked }: HonestCase): boolean =>
  code === asked && severity === "person" && path?.startsWith(`${name}/`) === true;

describe.each(
  FAMILIES.map((family) => ({ ...family, cases: sampleOf(family.cases, 18).filter(needsNoCommitOfItsOwn) })),
)("the honest changes of $name", (family) => {
  it(
    "are all proven, each by a RED test, and none of their tests is called hollow",
    { timeout: TIMEOUT_MS },
    async () => {
      const { base, head } = together(family);
      const proof = await proveFiles(base, head, { thorough: true });
      const asked = family.cases.filter((one) => one.asked !== undefined);
      const deciding = proof.findings.filter(({ severity }) => severity === "error" || severity === "person");
      expect(deciding.filter((finding) => !asked.some((one) => isAskedOf(finding, one)))).toEqual([]);
      expect(deciding.length).toBe(asked.length);
      expect(proof.verdict.status).toBe(asked.length === 0 ? "proven" : "person_needed");
      const found = outcomes(family, proof);
      expect(found.filter(({ red }) => red.length === 0).map(({ name }) => name)).toEqual([]);
      expect(found.flatMap(({ hollow }) => hollow)).toEqual([]);
    },
  );
});

describe("the corpus", () => {
  it.each(["vitest", "jest", "node-test", "mocha"])(
    `has at least ${LEAST_CASES} cases for %s, each of its own name`,
    (runner) => {
      const names = FAMILIES.find(({ name }) => name === runner)?.cases.map(({ name }) => name) ?? [];
      expect(new Set(names).size).toBe(names.length);
      expect(names.length).toBeGreaterThanOrEqual(LEAST_CASES);
    },
  );
});
