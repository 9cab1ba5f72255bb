import { beforeAll, describe, expect, it } from "vitest";
import type { ProofData } from "../../../src/schema/proof.ts";
import { proveFiles } from "../../support/prove.ts";
import type { Files } from "../../support/repository.ts";
import { sampleOf } from "../../support/sample.ts";
import { base, cases as corpus } from "./pytest.ts";
import type { HonestCase } from "./case.ts";

const cases = sampleOf(corpus, 12);

/** One file belongs to one case, so that all of them can be one commit. */
function merged(files: readonly (Files | undefined)[]): Files {
  const all: Record<string, string | null> = {};
  for (const [path, text] of files.flatMap((one) => Object.entries(one ?? {}))) {
    if (path in all && !(path in base)) throw new Error(`two cases write ${path}`);
    all[path] = text;
  }
  return all;
}

const testFilesOf = ({ head }: HonestCase): string[] => Object.keys(head).filter((path) => /test_\w+\.py$/.test(path));

describe("honest pytest shapes", () => {
  let proof: ProofData;
  beforeAll(async () => {
    const before = merged([base, ...cases.map((one) => one.base)]);
    proof = await proveFiles(before, merged(cases.map(({ head }) => head)), { thorough: true });
  }, 600_000);

  it("are proven as one commit", () => {
    expect(proof.findings.filter(({ severity }) => severity === "error" || severity === "person")).toEqual([]);
    expect(proof.verdict.status).toBe("proven");
  });

  it("hold no hollow test", () => {
    expect(proof.hollow).toEqual([]);
  });

  it.each(cases.map((one) => ({ name: one.name, files: testFilesOf(one) })))("$name has a RED test", ({ files }) => {
    expect(proof.red.filter(({ id }) => files.includes(id.split("::")[0] ?? ""))).not.toEqual([]);
  });
});
