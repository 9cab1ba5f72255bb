import assert from "node:assert";
import { ctrfOf } from "../../core/ctrf/results.ts";
import { BatonError, CODES, EXIT, type Code } from "../../errors.ts";
import { prove } from "../../engine/prove/prove.ts";
import { CHANGE_KINDS, type ChangeKind, kindOf } from "../../core/proof/feature-text.ts";
import type { ProveOptions } from "../../engine/prove/subject.ts";
import { ProjectConfig } from "../../engine/prove/project-config.ts";
import { Policy } from "../../schema/config.ts";
import type { ProofData } from "../../schema/proof.ts";
import type { SuiteRun } from "../../schema/report.ts";
import { WALL_CLOCK } from "../../util/clock.ts";
import { packageVersion } from "../../util/package-root.ts";
import { openCtrf } from "../ctrf-file.ts";
import { answered, warned, type Answer } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";
import { parseRange } from "../range.ts";
import { readSettings } from "../read-settings.ts";
import { recordNote } from "../record-note.ts";
import { uncommitted, unfetched } from "../uncommitted.ts";
import { decidingFinding, nextStep, renderVerdict } from "../render/verdict.ts";

export interface ProveFlags {
  readonly feature?: string;
  readonly kind?: string;
  readonly test?: string;
  readonly policy?: string;
  readonly config?: string;
  readonly approve?: readonly string[];
  readonly thorough?: boolean;
  readonly flip?: boolean;
  readonly mutation?: string | true;
  readonly heldOut?: string;
  readonly ctrf?: string;
}

const EXIT_OF = {
  proven: EXIT.ok,
  not_proven: EXIT.gateClosed,
  tampered: EXIT.evidence,
  person_needed: EXIT.person,
} as const;
const CODE_OF = { not_proven: "NOT_PROVEN", tampered: "TEST_TAMPERED", person_needed: "PERSON_NEEDED" } as const;

/** `baton prove BASE..HEAD`. */
export async function proveCommand(
  range: string | undefined,
  flags: ProveFlags,
  around: Surroundings,
): Promise<Answer> {
  const { base, head, note } = parseRange(range, around.repository);
  if (flags.test?.trim() === "")
    throw new BatonError("USAGE_INVALID", "--test is empty", { hint: "Name the command, or leave --test out." });
  const beside = head === "HEAD" ? uncommitted(around.repository) : null;
  const lacking = unfetched(around.repository);
  const exported = flags.ctrf === undefined ? null : exportTests(flags.ctrf, around);
  const proof = await prove({
    repository: around.repository,
    base,
    head,
    stateDirectory: around.stateDirectory,
    env: around.env,
    signal: around.signal,
    approvals: approvalsIn(flags.approve ?? []),
    thorough: flags.thorough === true,
    flip: flags.flip === true,
    ...(flags.mutation === undefined ? {} : { mutation: { threshold: percentOf(flags.mutation) } }),
    ...(flags.heldOut === undefined ? {} : { heldOut: flags.heldOut }),
    onProgress: (progress) => around.progress.show(progress),
    ...(exported === null ? {} : { onRun: exported.onRun }),
    ...(flags.feature === undefined ? {} : { feature: flags.feature }),
    ...(flags.kind === undefined ? {} : { kind: parseKind(flags.kind) }),
    ...(flags.test === undefined ? {} : { test: flags.test }),
    ...(flags.policy === undefined ? {} : { policy: readSettings(Policy, flags.policy, "policy") }),
    ...(flags.config === undefined ? {} : { config: readSettings(ProjectConfig, flags.config) }),
  });
  const answer = answerOf(proof);
  const told = exported === null ? answer : { ...answer, text: `${answer.text}\n${exported.write(proof)}` };
  return warned(told, [
    ...[note, recordNote({ base, head }, around.repository), beside, lacking].filter((warning) => warning !== null),
    ...unknownApprovals(proof, flags.approve ?? []),
  ]);
}

/** Keeps the run of everything on head, of which `write` makes the report that `--ctrf` asks for. Throws as `openCtrf`. */
function exportTests(file: string, { redact }: Surroundings) {
  const place = openCtrf(file, redact);
  place.discard();
  let shown: { readonly run: SuiteRun; readonly at: Date } | null = null;
  const onRun: ProveOptions["onRun"] = (step, detail, run) => {
    if (step === "R2" && detail === "") shown = { run, at: WALL_CLOCK.now() };
  };
  return {
    onRun,
    write(proof: ProofData): string {
      assert.ok(shown !== null, "a proof without R2");
      return place.write(
        ctrfOf({ ...shown, step: "R2", commit: proof.head, tool: `proofbaton ${packageVersion()}` }, proof),
      );
    },
  };
}

/** `--approve` takes every word that follows: a range or revision behind it would be one of them, and the last commit be judged instead. */
function approvalsIn(given: readonly string[]): readonly string[] {
  const range = given.find((one) => /[^0-9a-f]/i.test(one));
  if (range === undefined) return given;
  const ids = given.filter((one) => one !== range);
  throw new BatonError("USAGE_INVALID", `--approve ${range}: no id of a finding`, {
    hint: `Put the range first: baton prove ${[range, "--approve", ...(ids.length === 0 ? ["ID"] : ids)].join(" ")}`,
  });
}

/** Of an old diff, mistyped, or cut where it was copied: whoever approved must not take it for counted. */
function unknownApprovals({ findings }: ProofData, given: readonly string[]): string[] {
  const asked = new Set(findings.map(({ approval }) => approval));
  return given.filter((id) => !asked.has(id)).map((id) => `--approve ${id}: this change asks nothing of that id`);
}

export function answerOf(proof: ProofData): Answer {
  const { status } = proof.verdict;
  const text = renderVerdict(proof);
  if (status === "proven") return answered(proof, text, warningsOf(proof));
  const deciding = decidingFinding(proof);
  const code: Code =
    deciding !== undefined && deciding.code in CODES && CODES[deciding.code as Code].exit === EXIT_OF[status]
      ? (deciding.code as Code)
      : CODE_OF[status];
  const message = deciding?.message ?? CODES[code].meaning;
  return {
    data: proof,
    exitCode: EXIT_OF[status],
    refusal: { code, message, hint: nextStep(proof) },
    text,
    warnings: warningsOf(proof),
  };
}

const DEFAULT_PERCENT = 85;

function percentOf(given: string | true): number {
  const percent = given === true ? DEFAULT_PERCENT : Number(given);
  if (Number.isFinite(percent) && percent > 0 && percent <= 100) return percent;
  throw new BatonError("USAGE_INVALID", `--mutation ${given}: not a percentage`, {
    hint: String(given).includes("..")
      ? `Put the range first: baton prove ${given} --mutation`
      : "Give 1 to 100: --mutation 85",
  });
}

function parseKind(given: string): ChangeKind {
  const kind = kindOf(given);
  if (kind !== null) return kind;
  throw new BatonError("USAGE_INVALID", `--kind ${given} is not one of ${CHANGE_KINDS.join(", ")}`, {
    hint: "A bug fix: --kind fix. A change that tests must not notice: --kind refactor",
  });
}

const warningsOf = (proof: ProofData): string[] =>
  proof.findings.filter(({ severity }) => severity === "warning").map(({ message }) => message);
