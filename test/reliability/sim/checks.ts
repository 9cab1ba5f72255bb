import type { BaselineReport, Recheck, RecheckOptions } from "../../../src/engine/prove/recheck.ts";
import type { ProveOptions } from "../../../src/engine/prove/subject.ts";
import type { ProofData } from "../../../src/schema/proof.ts";

/**
 * Stands for `engine/prove/prove.ts` and `recheck.ts` in the simulation: a feature holds when its file says so at that
 * commit. What the harness does around its checks is real.
 */
export interface Checked {
  /** The text of a file at a commit; null when it is not there. */
  text(commit: string, path: string): string | null;
  /** Checks take their time, and others go on meanwhile. */
  pause(): Promise<void>;
}

let world: Checked | null = null;
export function checkIn(next: Checked): void {
  world = next;
}

/** What an agent writes for a feature, and what its test command names. */
export const fileOf = (name: string): string => `src/${name}.js`;
export const testOf = (name: string): string => `test/${name}.test.js`;
export const RIGHT = "right\n";

const nameIn = (command: string | null | undefined): string => /test\/(\w+)\.test\.js/.exec(command ?? "")?.[1] ?? "";
const holds = (commit: string, command: string | null | undefined): boolean =>
  world?.text(commit, fileOf(nameIn(command))) === RIGHT;

export async function prove({ base, head, test }: ProveOptions): Promise<ProofData> {
  await world?.pause();
  const passed = holds(head, test);
  const id = `${testOf(nameIn(test))}::works`;
  return {
    base,
    head,
    feature: null,
    verdict: { status: passed ? "proven" : "not_proven", proof_level: "P3", isolation_level: "I1", limits: [] },
    units: [{ directory: ".", runner: "node-test", command: "node --test", level: "P3" }],
    runs: { R0: null, R1: null, R2: null, R3: null, R4: null },
    red: [{ id, class: "assertion" }],
    characterisation: [],
    hollow: [],
    findings: passed ? [] : [{ code: "TEST_FAILED", severity: "error", message: `${id} fails` }],
    size: { files: 2, lines: 4, left_out: [] },
    cost: { checks_ms: 1, suite_ms: 1, ratio: "1.0", baseline_ms: 0, prepare_ms: 0 },
  };
}

export async function recheck({ revision, commands }: RecheckOptions): Promise<Recheck> {
  await world?.pause();
  const broken = commands
    .filter(({ command }) => !holds(revision, command))
    .map(({ id }) => ({ id, reason: `the test of ${id} fails` }));
  return {
    broken,
    failing: [],
    unsound: [],
    run: {
      tree: revision,
      report: { complete: true, tests: [], fileErrors: [], runErrors: [] },
      units: [],
      touchedSource: [],
      touchedLayer: [],
      durationMs: 1,
    },
  };
}

export async function checkBaseline(): Promise<BaselineReport> {
  await world?.pause();
  return {
    units: [],
    run: null,
    green: ["a"],
    redKnown: [],
    flaky: [],
    prepareMs: 0,
    prepare: null,
    prepareOutput: null,
  };
}
