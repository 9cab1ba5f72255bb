import { statSync } from "node:fs";
import { join } from "node:path";
import { BUILT_IN } from "../../../core/gate/registry.ts";
import { BatonError } from "../../../errors.ts";

/** What a start loads before anything else (Fresh Context, Required Inputs; FCX-14). */
export const REQUIRED_REFERENCES = [
  "assets/handoff-template.json",
  "references/contracts.md",
  "references/error-codes.md",
  ...BUILT_IN.roles.map(({ id }) => `references/roles/${id}.md`),
];

/** Those that an installation lacks, or has empty. */
export const missingReferences = (root: string): string[] =>
  REQUIRED_REFERENCES.filter((path) => {
    const found = statSync(join(root, path), { throwIfNoEntry: false });
    return found?.isFile() !== true || found.size === 0;
  });

/** Throws REFERENCE_MISSING where an installation lacks one of the files that a start needs, or has an empty one. */
export function requireReferences(root: string): void {
  const missing = missingReferences(root);
  if (missing.length > 0)
    throw new BatonError("REFERENCE_MISSING", `this installation lacks ${missing.join(", ")}`, {
      details: { missing },
    });
}
