import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SCHEMAS } from "../../src/cli/commands/schema.ts";
import { CODES } from "../../src/errors.ts";
import { HandoffBundle } from "../../src/schema/bundle.ts";
import { Role } from "../../src/schema/packet.ts";

const root = join(import.meta.dirname, "..", "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

describe("FCX-13 the references that a fresh session loads", () => {
  it("name every contract and every code that the program has", () => {
    const [contracts, codes] = [read("references/contracts.md"), read("references/error-codes.md")];
    expect(Object.keys(SCHEMAS).filter((name) => !contracts.includes(`## ${name}\n`))).toEqual([]);
    expect(Object.keys(CODES).filter((code) => !codes.includes(`### ${code}\n`))).toEqual([]);
  });

  it("have a page for every role, with the statuses it may set", () => {
    const pages = Role.options.map((role) => read(`references/roles/${role}.md`));
    expect(pages.map((page) => /^- May set: (.+)$/m.exec(page)?.[1])).toEqual([
      "BLOCKED",
      "BLOCKED, IN_PROGRESS, READY_FOR_QA",
      "BLOCKED",
      "BLOCKED, IN_PROGRESS, QA_IN_PROGRESS, READY_FOR_REVIEW, APPROVED",
      "BLOCKED",
    ]);
  });

  it("have a handoff template with the keys of the bundle, and ship with the package", () => {
    const template = JSON.parse(read("assets/handoff-template.json")) as object;
    expect(Object.keys(template)).toEqual(Object.keys(HandoffBundle.shape));
    expect(HandoffBundle.safeParse(template).success).toBe(true);
    const { files } = JSON.parse(read("package.json")) as { files: string[] };
    expect(files).toEqual(expect.arrayContaining(["assets", "references", "docs/reference"]));
  });
});
