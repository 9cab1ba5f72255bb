/**
 * Proves every honest case as a commit of its own and prints what became of it. `node scripts/corpus.ts [family] [case]`,
 * with --thorough to class every test. Ends with 1 when an honest change is refused.
 */
import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { prove } from "../src/engine/prove/prove.ts";
import type { ProofData } from "../src/schema/proof.ts";
import { FAMILIES } from "../test/adversarial/honest/families.ts";
import { type HonestFamily, placed } from "../test/adversarial/honest/family.ts";
import type { HonestCase } from "../test/adversarial/honest/case.ts";
import { createRepository } from "../test/support/repository.ts";

const isThorough = process.argv.includes("--thorough");
const [wantedFamily, wantedCase] = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const stateDirectory = process.env["BATON_STATE"] ?? join(homedir(), ".cache", "proofbaton-corpus");
mkdirSync(stateDirectory, { recursive: true });

async function proveCase(family: HonestFamily, one: HonestCase): Promise<boolean> {
  const repository = createRepository({ ...family.base, ...placed(one.name, one.base) });
  const started = performance.now();
  try {
    repository.commit(one.name, placed(one.name, one.head));
    const proof = await prove({
      repository: repository.directory,
      base: "HEAD~1",
      head: "HEAD",
      thorough: isThorough,
      stateDirectory,
      env: process.env,
    });
    report(family, one, proof, performance.now() - started);
    return proof.verdict.status === "proven";
  } catch (error) {
    console.log(`${family.name} ${one.name}: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  } finally {
    repository.remove();
  }
}

function report(family: HonestFamily, one: HonestCase, proof: ProofData, ms: number): void {
  const classes = proof.red.map((red) => red.class);
  const counts = [...new Set(classes)].map((name) => `${name}×${classes.filter((other) => other === name).length}`);
  const rest = [
    proof.characterisation.length > 0 ? `characterisation×${proof.characterisation.length}` : "",
    proof.hollow.length > 0 ? `hollow×${proof.hollow.length}` : "",
  ];
  const seconds = (ms / 1000).toFixed(1);
  const words = [...counts, ...rest].filter((text) => text !== "").join(" ");
  console.log(`${family.name.padEnd(13)} ${one.name.padEnd(34)} ${proof.verdict.status.padEnd(11)} ${seconds.padStart(6)} s  ${words}`);
  for (const finding of proof.findings) {
    if (finding.severity === "info") continue;
    console.log(`    ${finding.severity} ${finding.code}: ${finding.message} ${finding.ids?.join(", ") ?? ""}`);
  }
}

let refused = 0;
let count = 0;
for (const family of FAMILIES) {
  if (wantedFamily !== undefined && family.name !== wantedFamily) continue;
  for (const one of family.cases) {
    if (wantedCase !== undefined && one.name !== wantedCase) continue;
    count += 1;
    if (!(await proveCase(family, one))) refused += 1;
  }
}
console.log(`${count} honest changes, ${refused} refused`);
process.exitCode = refused === 0 ? 0 : 1;
