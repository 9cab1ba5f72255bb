import type { Finding } from "../../errors.ts";
import { isValidMutant, type Mutant, type MutantStatus } from "../../schema/mutation.ts";
import type { BodyRemoval } from "../../schema/proof.ts";
import type { SuiteRun } from "../../schema/report.ts";
import { failureWords } from "./failure-words.ts";
import { fileOf } from "./test-ids.ts";
import { byId, isAssertionFailure } from "./red.ts";
import { counted } from "../text/counted.ts";

/** R5–R7, each null where nobody asked for it. */
export interface FurtherFacts {
  /** The RED tests with flipped expectations; `run` is null where nothing could be flipped. `all`: each of them has to tell. */
  readonly flip: { readonly run: SuiteRun | null; readonly ids: readonly string[]; readonly all: boolean } | null;
  readonly mutation: BodyRemoval | null;
  /** The files that the implementing agent never saw, over head; `run` is null where no unit runs them. */
  readonly heldOut: {
    readonly run: SuiteRun | null;
    readonly files: readonly string[];
    readonly sealed: boolean;
  } | null;
}

export const NOTHING_FURTHER: FurtherFacts = { flip: null, mutation: null, heldOut: null };

export function judgeFurther({ flip, mutation, heldOut }: FurtherFacts): Finding[] {
  return [
    ...(flip === null ? [] : judgeFlip(flip)),
    ...(mutation === null ? [] : judgeMutation(mutation)),
    ...(heldOut === null
      ? []
      : judgeHeldOut(heldOut).map((finding) => (heldOut.sealed ? sealed(finding, heldOut) : finding))),
  ];
}

/**
 * R5: every RED test must fail by assertion when what it expects is turned round. Where it was asked for only as far as it goes, one that
 * does not may be honest, since nothing in it could be turned round: that is noted.
 */
function judgeFlip({ run, ids, all }: NonNullable<FurtherFacts["flip"]>): Finding[] {
  if (run === null || ids.length === 0) return [notMeasured("R5: no expected value of a RED test could be flipped")];
  const results = byId(run);
  const deaf = ids.filter((id) => !isAssertionFailure(results.get(id)));
  if (deaf.length === 0) return [];
  const message = `R5: ${counted(deaf.length, "RED test does", "RED tests do")} not fail by assertion when what is expected is flipped`;
  return [{ code: "TEST_HOLLOW", severity: all ? "error" : "warning", ids: deaf, message }];
}

/** R6: the harness's own, coarser than a mutation tool. Every survivor is a function that no selected test needs. */
function judgeMutation({ score, threshold, mutants, left_out }: BodyRemoval): Finding[] {
  if (score === null) return [notMeasured("R6: no changed function could be taken away, so nothing was measured")];
  const survivors = mutants.filter(({ status }) => status === "survived");
  const names = survivors.map(({ path, line, symbol }) => `${path}:${line} ${symbol}`);
  const rest = left_out > 0 ? `; ${counted(left_out, "more function was", "more functions were")} not tried` : "";
  if (score >= threshold) {
    if (rest === "") return [];
    return [{ code: "MUTATION_LOW", severity: "warning", message: `R6: body removal ${score} %${rest}` }];
  }
  const message = `R6: ${counted(survivors.length, "changed function can lose its body", "changed functions can lose their bodies")} and every selected test still passes (score ${score} %, ${threshold} % wanted)${rest}:\n${names.join("\n")}`;
  return [{ code: "MUTATION_LOW", severity: "error", message }];
}

/** R7: each file must bring tests, all of them must pass, and the process must end as its report says. */
function judgeHeldOut({ run, files }: NonNullable<FurtherFacts["heldOut"]>): Finding[] {
  if (run === null) return [notMeasured("R7: no unit of the project runs the held-out tests")];
  const { tests, fileErrors } = run.report;
  const failed = tests.filter(({ status }) => status === "failed");
  const broken = fileErrors.filter(({ file }) => files.includes(file));
  const first = failed[0]?.failure?.message ?? broken[0]?.message ?? "";
  if (failed.length + broken.length > 0) {
    const count =
      failed.length > 0
        ? counted(failed.length, "held-out test fails", "held-out tests fail")
        : counted(broken.length, "held-out file does not load", "held-out files do not load");
    const message = `R7: ${count}: ${failureWords(first)}`;
    return [{ code: "HELD_OUT_FAILED", severity: "error", ids: failed.map(({ id }) => id), message }];
  }
  const odd = run.units.find(({ end, code, complete }) => end !== "exited" || code !== 0 || !complete);
  if (odd !== undefined)
    return [notMeasured(`R7: ${odd.runner} did not end as its report says (${odd.end} ${odd.code})`)];
  const passed = new Set(tests.filter(({ status }) => status === "passed").map(({ id }) => fileOf(id)));
  const silent = files.filter((file) => !passed.has(file));
  return silent.length === 0 ? [] : [notMeasured(`R7: no test of ${silent.join(", ")} ran and passed`)];
}

/** What those who implement may know: that they fail, and how many. A person sees more with `prove --held-out`. */
function sealed({ code, severity }: Finding, { run, files }: NonNullable<FurtherFacts["heldOut"]>): Finding {
  const tests = run?.report.tests ?? [];
  const failed = tests.filter(({ status }) => status === "failed").length;
  const what =
    code === "HELD_OUT_FAILED" && failed > 0
      ? `${failed} of ${tests.length} held-out tests fail`
      : `${files.length} files of held-out tests cannot all be run over this change`;
  const message = `R7: ${what}; they ask for what the feature says, with other inputs. A person sees which: baton prove BASE..HEAD --held-out FOLDER`;
  return { code, severity, message };
}

const notMeasured = (message: string): Finding => ({ code: "NOT_MEASURED", severity: "error", message });

/** What a run says of a mutant. Only tests that passed without it tell; a file that cannot be loaded tells nothing. */
export function mutantStatus(run: SuiteRun, subjects: readonly string[]): MutantStatus {
  if (run.units.some(({ end }) => end === "timeout")) return "timeout";
  const results = byId(run);
  const ran = subjects.flatMap((id) => results.get(id) ?? []);
  if (ran.some(({ status }) => status === "failed")) return "killed";
  const files = new Set(subjects.map(fileOf));
  if (run.report.fileErrors.some(({ file }) => files.has(file))) return "runtime_error";
  if (ran.length < subjects.length || run.units.some(({ end, complete }) => end !== "exited" || !complete))
    return "runtime_error";
  return "survived";
}

/** Detected of valid, in whole percent rounded down; null where nothing was valid. */
export function mutationScore(mutants: readonly Mutant[]): number | null {
  const valid = mutants.filter(isValidMutant);
  const detected = valid.filter(({ status }) => status === "killed" || status === "timeout");
  return valid.length === 0 ? null : Math.floor((100 * detected.length) / valid.length);
}
