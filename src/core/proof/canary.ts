import type { Finding } from "../../errors.ts";
import { whyUnread } from "./file-errors.ts";
import { lastWord } from "./last-words.ts";
import { fileOf } from "./test-ids.ts";
import type { ProofFacts } from "./judge.ts";
import { byId } from "./red.ts";
import { oneLine } from "../text/one-line.ts";
import type { SuiteRun, TestResult } from "../../schema/report.ts";

/** The lines on which a file's two planted tests begin. */
export interface CanaryLines {
  readonly holds: number;
  readonly fails: number;
}

export interface CanaryFacts {
  readonly run: SuiteRun;
  readonly files: readonly string[];
  readonly token: string;
  /** In the files as they were run; absent: nobody looked. */
  readonly lines?: ReadonlyMap<string, CanaryLines>;
}

/** Where the two tests of a token stand in a planted file; null: under other names. */
export function canaryLines(text: string, token: string): CanaryLines | null {
  const lines = text.split("\n");
  const at = (kind: "holds" | "fails"): number =>
    lines.findIndex((line) => line.includes(token) && new RegExp(`[ _]${kind}\\b`).test(line)) + 1;
  const found = { holds: at("holds"), fails: at("fails") };
  return found.holds > 0 && found.fails > 0 ? found : null;
}

/** What became of a planted test, in a few words. */
function seen({ status, failure }: TestResult): string {
  if (failure === undefined) return `it is reported as ${status}`;
  const where = failure.thrownIn === undefined ? "" : `, thrown in ${failure.thrownIn}`;
  return oneLine(`it ${status} (${failure.kind}) with ${failure.name}: ${failure.message}`).slice(0, SHOWN) + where;
}

const SHOWN = 200;

/** Where a whole class runs once for each row of a table, its canaries do, and may be called after the row. */
const HOLDS = /[ _]holds(?:\[.*\])?$/s;
const FAILS = /[ _]fails(?:\[.*\])?$/s;

/**
 * R4: two tests with a random name beside the change's own. The one that must fail has to fail by assertion, the one
 * that must pass has to pass; else outcomes are forged. RED tests run a second time here and must pass again.
 */
export function judgeCanary({ r4, search, level }: ProofFacts): Finding[] {
  if (level === "P1" || search === null || search.red.size === 0) return [];
  if (r4 === null) {
    return [
      { code: "NOT_MEASURED", severity: "error", message: "no canary could be planted beside the change's tests" },
    ];
  }
  const [only] = r4.run.units;
  if (level === "P2" && r4.run.report.tests.length === 0 && only !== undefined) {
    const message = `\`${only.command}\` ran no test once two were planted: ${lastWord(only.output)}`;
    return [{ code: "NOT_MEASURED", severity: "error", message }];
  }
  const canaries = r4.run.report.tests.filter(
    ({ id }) => id.includes(`baton_${r4.token}`) || id.includes(`baton ${r4.token}`),
  );
  const forged = r4.files.flatMap((file) => {
    const here = canaries.filter((test) => test.file === file);
    const told = wrongWith(here, r4.run);
    return told === null ? [] : [{ file, line: r4.lines?.get(file)?.[told.kind], what: told.what }];
  });
  // Tests that do not compile are one failure, however many files it takes with it.
  const findings = [...Map.groupBy(forged, ({ what }) => what)].map(([what, all]): Finding => {
    const places = all.map(({ file, line }) => (line === undefined ? file : `${file}:${line}`));
    const [{ file: path, line } = { file: "", line: undefined }] = all;
    const planted = line === undefined ? "" : " (as planted)";
    const message = `${places.join(", ")}${planted}: ${what}`;
    return { code: "CANARY_FAILED", severity: "error", path, ...(line === undefined ? {} : { line }), message };
  });
  const again = byId(r4.run);
  const unsteady = [...search.red.keys()].filter(
    (id) => r4.files.includes(fileOf(id)) && again.get(id)?.status !== "passed",
  );
  if (findings.length === 0 && unsteady.length > 0) {
    const tests = unsteady.length === 1 ? "1 test" : `${unsteady.length} tests`;
    const message = `${tests} of this change passed once and not again, over the same code in other words and within R1's time limits`;
    findings.push({ code: "TEST_FAILED", severity: "error", ids: unsteady, message });
  }
  return findings;
}

/** Which of a file's canaries did not do as it must, and what was seen in place of that; null: both did. */
function wrongWith(
  here: readonly TestResult[],
  run: SuiteRun,
): { readonly kind: keyof CanaryLines; readonly what: string } | null {
  const holds = here.filter(({ id }) => HOLDS.test(id));
  const fails = here.filter(({ id }) => FAILS.test(id));
  if (holds.length === 0 || fails.length === 0) {
    const unread = whyUnread(run, () => true);
    const what = `planted tests were not run${unread === null ? "" : `; ${unread}`}`;
    return { kind: fails.length === 0 ? "fails" : "holds", what };
  }
  const silent = fails.find(({ status }) => status !== "failed");
  if (silent !== undefined) return { kind: "fails", what: `a test that must fail did not: ${seen(silent)}` };
  const broken = holds.find(({ status }) => status !== "passed");
  if (broken !== undefined) return { kind: "holds", what: `a test that must pass did not: ${seen(broken)}` };
  const [first] = fails;
  if (first !== undefined && fails.every(({ failure }) => failure?.kind !== "assertion"))
    return { kind: "fails", what: `a failing assertion was not seen as one: ${seen(first)}` };
  return null;
}
