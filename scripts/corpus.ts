/**
 * Proves every honest case as a commit of its own and prints what became of it: `node scripts/corpus.ts [family] [case]`.
 * `--thorough` classes every test, `--together` makes one commit of a whole family. Ends with 1 when an honest change is
 * refused.
 */
import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { prove } from "../src/engine/prove/prove.ts";
import type { ProofData } from "../src/schema/proof.ts";
import type { HonestCase } from "../test/adversarial/honest/case.ts";
import { FAMILIES } from "../test/adversarial/honest/families.ts";
import { type CaseOutcome, type HonestFamily, outcomes, placed, together } from "../test/adversarial/honest/family.ts";
import { createRepository, type Files } from "../test/support/repository.ts";

const flags = new Set(process.argv.slice(2).filter((argument) => argument.startsWith("--")));
const [wantedFamily, wantedCase] = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const stateDirectory = process.env["BATON_STATE"] ?? join(homedir(), ".cache", "proofbaton-corpus");
mkdirSync(stateDirectory, { recursive: true });

async function proveChange(base: Files, head: Files): Promise<{ proof: ProofData; ms: number }> {
  const repository = createRepository(base);
  try {
    repository.commit("head", head);
    const started = performance.now();
    const proof = await prove({
      repository: repository.directory,
      base: "HEAD~1",
      head: "HEAD",
      thorough: flags.has("--thorough") || flags.has("--together"),
      stateDirectory,
      env: process.env,
    });
    return { proof, ms: performance.now() - started };
  } finally {
    repository.remove();
  }
}

function row(family: HonestFamily, one: CaseOutcome, status: string, ms: number | null): string {
  const classes = one.red.map((red) => red.class);
  const counts = [...new Set(classes)].map((name) => `${name}×${classes.filter((other) => other === name).length}`);
  const quiet = one.characterisation.length > 0 ? [`characterisation×${one.characterisation.length}`] : [];
  const hollow = one.hollow.map((id) => `hollow: ${id}`);
  const seconds = ms === null ? "" : `${(ms / 1000).toFixed(1)} s`;
  const words = [...counts, ...quiet, ...hollow].join(" ");
  return `${family.name.padEnd(13)} ${one.name.padEnd(36)} ${status.padEnd(11)} ${seconds.padStart(8)}  ${words}`;
}

function printFindings(proof: ProofData): void {
  for (const { severity, code, message, ids = [] } of proof.findings) {
    if (severity !== "info") console.log(`    ${severity} ${code}: ${message} ${ids.join(", ")}`);
  }
}

const wantedOf = (cases: readonly HonestCase[]): "proven" | "person_needed" =>
  cases.some(({ asked }) => asked !== undefined) ? "person_needed" : "proven";

/** Answers whether the case came out as it must; an operating error counts as refused, too. */
async function proveAlone(family: HonestFamily, name: string): Promise<boolean> {
  const cases = family.cases.filter((one) => one.name === name);
  const [one] = cases;
  try {
    const { proof, ms } = await proveChange({ ...family.base, ...placed(name, one?.base) }, placed(name, one?.head));
    for (const outcome of outcomes({ ...family, cases }, proof)) {
      console.log(row(family, outcome, proof.verdict.status, ms));
    }
    printFindings(proof);
    return proof.verdict.status === wantedOf(cases);
  } catch (error) {
    console.log(`${family.name} ${name}: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

async function proveTogether(family: HonestFamily): Promise<number> {
  const { base, head } = together(family);
  const { proof, ms } = await proveChange(base, head);
  const found = outcomes(family, proof);
  for (const outcome of found) console.log(row(family, outcome, outcome.red.length > 0 ? "red" : "NOT RED", null));
  console.log(`${family.name}: ${proof.verdict.status} in ${(ms / 1000).toFixed(0)} s`);
  printFindings(proof);
  return proof.verdict.status === wantedOf(family.cases)
    ? found.filter(({ red }) => red.length === 0).length
    : found.length;
}

let refused = 0;
let count = 0;
for (const family of FAMILIES.filter(({ name }) => wantedFamily === undefined || name === wantedFamily)) {
  const names = family.cases.map(({ name }) => name).filter((name) => wantedCase === undefined || name === wantedCase);
  count += names.length;
  if (flags.has("--together")) refused += await proveTogether(family);
  else for (const name of names) refused += (await proveAlone(family, name)) ? 0 : 1;
}
console.log(`${count} honest changes, ${refused} refused`);
process.exitCode = refused === 0 ? 0 : 1;
