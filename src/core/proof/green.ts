import { basename, dirname } from "node:path/posix";
import type { Finding } from "../../errors.ts";
import type { SuiteRun, TestResult } from "../../schema/report.ts";
import { failureWords } from "./failure-words.ts";
import { hasOddExit, unitKey, type Baseline, type Flaked } from "./baseline.ts";
import type { ProofFacts } from "./judge.ts";
import { judgeOutside, outsideErrors } from "./outside-tests.ts";
import { createPathRoles } from "./paths.ts";
import { unreadFiles } from "./file-errors.ts";
import { lastWord } from "./last-words.ts";
import { byId } from "./red.ts";
import { replacedRows } from "./old-tests/replaced-rows.ts";
import { followingCode } from "./old-tests/gone-code.ts";
import { fileOf, withoutParameters } from "./test-ids.ts";
import { hasRun, judgeUnrun, statusesOf } from "./looks/unrun.ts";
import { COMPUTED_NAME } from "./old-tests/written-tests.ts";
import { writtenAnew } from "./old-tests/written-anew.ts";
import { counted } from "../text/counted.ts";

/**
 * R2: head's whole suite. Every green and selected test passed, none newly skipped, nothing fails that did not fail
 * before, and exit code and report say the same.
 */
export function judgeGreen(facts: ProofFacts): Finding[] {
  if (facts.level === "P1") return [];
  return [
    ...judgeProcess(facts),
    ...judgeOutside(facts),
    ...judgeFailures(facts),
    ...judgeMissing(facts),
    ...judgeSkipped(facts),
    ...judgeUnrun(facts),
    ...judgeTouched(facts),
  ];
}

function judgeProcess(facts: ProofFacts): Finding[] {
  const { r2, baseline } = facts;
  return r2.units.flatMap((unit): Finding[] => {
    const where = unit.directory === "" ? unit.runner : `${unit.runner} in ${unit.directory}`;
    if (unit.end !== "exited") {
      // What a run that was cut off printed last is no reason.
      const why = unit.end === "timeout" ? unfinished(facts) : lastWord(unit.output);
      const message = `${where} was ended by ${END_WORDS[unit.end]}${why === "" ? "" : `: ${why}`}`;
      return [{ code: "NOT_MEASURED", severity: "error", message }];
    }
    if (!unit.complete && unit.code === 0) {
      const message = `${where} ended with exit code 0 before its report was finished`;
      return [{ code: "REPORT_INCOMPLETE", severity: "error", message }];
    }
    if (!unit.complete) {
      const message = `${where} exited with ${unit.code} without a report: ${lastWord(unit.output)}`;
      return [{ code: "NOT_MEASURED", severity: "error", message }];
    }
    // pytest and vitest fail where there are no tests yet: without any before, none is hidden, and their absence is told for itself.
    const isWithout = unit.collected === 0 && isEmpty(baseline);
    if (hasOddExit(unit) && !isWithout && !baseline.oddExits.has(unitKey(unit))) return [oddExit(unit, where)];
    return [];
  });
}

const isEmpty = ({ green, redKnown, flaky }: Baseline): boolean => green.size + redKnown.size + flaky.size === 0;

/** The change's own files of tests of which nothing was heard, or not all: one of their tests does not end. */
function unfinished({ r2, changed = new Set(), baseline }: ProofFacts): string {
  const told = new Set(r2.report.tests.map(({ id }) => id));
  const begun = new Set([...told].map(fileOf));
  const torn = new Set([...baseline.green].filter((id) => !told.has(id)).map(fileOf));
  const files = [...changed].filter((file) => roleOf(file) === "test" && (!begun.has(file) || torn.has(file)));
  return files.length === 0 ? "" : `look for a test that does not end in ${files.toSorted().join(", ")}`;
}

const roleOf = createPathRoles([]);

export const END_WORDS = {
  signalled: "a signal",
  timeout: "its time limit",
  memory: "its memory limit",
  aborted: "the user",
  not_started: "not starting",
};

function oddExit(unit: SuiteRun["units"][number], where: string): Finding {
  const message = unit.failures
    ? `${where} exited with 0 though its report names failures`
    : `${where} exited with ${unit.code} though its report names no failure: ${lastWord(unit.output)}`;
  return { code: "EXIT_CODE_MISMATCH", severity: "error", message };
}

function judgeFailures({ r2, flaked = [], baseline, pending, selected }: ProofFacts): Finding[] {
  const chosen = new Set(selected);
  const failed = r2.report.tests.filter(
    ({ id, status }) => status === "failed" && (!pending.has(id) || chosen.has(id) || baseline.green.has(id)),
  );
  const lasting = failed.filter(({ id }) => chosen.has(id) || !(baseline.redKnown.has(id) || baseline.flaky.has(id)));
  const findings: Finding[] = [];
  const regressions = lasting.filter(({ id }) => baseline.green.has(id));
  const others = lasting.filter(({ id }) => !baseline.green.has(id));
  if (regressions.length > 0) findings.push(failure("REGRESSION", "green before, failing now", regressions));
  if (others.length > 0) findings.push(failure("TEST_FAILED", "failing on head", others));
  findings.push(
    ...flakyFinding(flaked, "head", "passed when run again over the same code"),
    ...flakyFinding(flaked, "base", "fails over base now and then as well"),
  );
  const broken = r2.report.fileErrors.filter(({ file }) => !baseline.brokenFiles.has(file));
  for (const { first, message } of unreadFiles(broken))
    findings.push({ code: "TEST_FAILED", severity: "error", path: first, message });
  return findings;
}

function flakyFinding(flaked: readonly Flaked[], where: Flaked["at"], why: string): Finding[] {
  const ids = flaked.filter(({ at }) => at === where).map(({ id }) => id);
  if (ids.length === 0) return [];
  const message = `${counted(ids.length, "older test is", "older tests are")} flaky and counted for nothing: what failed ${why}`;
  return [{ code: "TEST_FAILED", severity: "warning", ids, message }];
}

function failure(code: "REGRESSION" | "TEST_FAILED", what: string, tests: readonly TestResult[]): Finding {
  const [first] = tests;
  const message = `${tests.length} ${what}; first: ${first?.id}: ${failureWords(first?.failure?.message)}`;
  return { code, severity: "error", ids: tests.map(({ id }) => id), message };
}

/** A test that ran on base, or with head's tests on base's code (R1), must still be there. */
function judgeMissing(facts: ProofFacts): Finding[] {
  const { r1, r2, r3, baseline, edits, feature } = facts;
  const present = byId(r2);
  const broken = new Set(r2.report.fileErrors.map(({ file }) => file));
  const gone = (id: string) => !present.has(id) && !broken.has(fileOf(id)) && !feature.allowsChange(id);
  // Elsewhere its text must run as well: a test that is skipped or hidden under a new name is gone.
  const ran = ranIn(present);
  const stems = new Set(
    [...ran].flatMap((id) => [
      withoutParameters(id),
      ...(baseline.green.has(id) ? [] : [`${fileOf(id)}::${COMPUTED_NAME}`]),
    ]),
  );
  // A table of computed names takes as many old tests as rows of it run.
  const arrived = Map.groupBy(
    [...ran].filter((id) => !baseline.green.has(id)),
    fileOf,
  );
  const intoTables = edits.flatMap(({ kind, to = [] }) => (kind === "renamed" ? [...new Set(to)] : []));
  const hasRows = (id: string): boolean =>
    !id.endsWith(`::${COMPUTED_NAME}`) ||
    intoTables.filter((other) => other === id).length <= (arrived.get(fileOf(id))?.length ?? 0);
  const renamed = new Set(
    edits
      .filter(({ kind, to = [] }) => kind === "renamed" && to.every((id) => stems.has(id) && hasRows(id)))
      .map(({ path, name }) => `${path}::${name}`),
  );
  const moved = movedRows(baseline, edits, ran);
  const lost = [...baseline.green].filter((id) => gone(id) && !renamed.has(withoutParameters(id)) && !moved.has(id));
  const kept = byId(r3);
  const deleted = lost.filter((id) =>
    edits.some((edit) => edit.kind === "deleted" && `${edit.path}::${edit.name}` === withoutParameters(id)),
  );
  const left = lost.filter(followingCode(edits, "deleted"));
  const replaced = replacedRows(facts);
  const isUnreached = unreachedIn(facts);
  const unreached = lost.filter(isUnreached);
  const others = lost.filter((id) => !deleted.includes(id) && !replaced.green.has(id) && !isUnreached(id));
  const findings: Finding[] = [];
  if (unreached.length > 0) {
    const message = `${counted(unreached.length, "test that was green was", "tests that were green were")} not reached: ${isCutOff(r2, baseline) ? "the run was ended before" : "the command ends where a part of it fails"}`;
    findings.push({ code: "TEST_FAILED", severity: "error", ids: unreached, message });
  }
  const broke = (ids: readonly string[]) => ids.filter((id) => kept.get(id)?.status !== "passed").length;
  if (left.length > 0) {
    const message = `${counted(left.length, "test that was green went with the code that it asserts", "tests that were green went with the code that they assert")} about: nothing answers there any more`;
    const approval = facts.digest(["gone with its code", ...left.toSorted()].join("\n"));
    findings.push({ code: "BEHAVIOUR_CHANGED", severity: "person", ids: left, message, approval });
  }
  const rewritten = writtenAnew(lost, arrived, ran, facts).filter((id) => !left.includes(id));
  if (rewritten.length > 0) {
    const message = `${counted(rewritten.length, "test that was green is", "tests that were green are")} written anew: compare the two`;
    const approval = facts.digest(["written anew", ...rewritten.toSorted()].join("\n"));
    findings.push({ code: "BEHAVIOUR_CHANGED", severity: "person", ids: rewritten, message, approval });
  }
  const ids = [...deleted, ...others].filter((id) => !left.includes(id) && !rewritten.includes(id));
  if (ids.length > 0) {
    const message = `${counted(ids.length, "test that was green is", "tests that were green are")} no longer there; with base's copy ${counted(broke(ids), "fails", "fail")}`;
    findings.push({ code: "TEST_DELETED", severity: "error", ids, message });
  }
  const vanished = ranInRed(r1).filter(
    (id) => gone(id) && !baseline.green.has(id) && !replaced.withoutChange.has(id) && !isUnreached(id),
  );
  if (vanished.length > 0) {
    const message = "tests that run without the change are not run with it: the change ends or hides them";
    findings.push({ code: "TEST_TAMPERED", severity: "error", ids: vanished, message });
  }
  return findings;
}

/** As tape, tap and AVA tell of what a dying program took along (`inject/`): it may not have run at all. */
const TAKEN_ALONG = /^(?:the program|its file) ended before it did$/;
const ranInRed = (r1: SuiteRun | null): string[] =>
  (r1?.report.tests ?? []).filter(({ failure }) => !TAKEN_ALONG.test(failure?.message ?? "")).map(({ id }) => id);

const isCutOff = (r2: SuiteRun, baseline: Baseline): boolean =>
  r2.units.some(({ end }) => end !== "exited") || outsideErrors(r2, baseline).length > 0;

/**
 * Whether a test's file is there and was not begun, or not again (`… #2`): of `jest a && jest b`, where a test of `a` fails that did not
 * before, the tests of `b`; or whether the run was cut off.
 */
function unreachedIn({ r2, baseline, edits }: ProofFacts): (id: string) => boolean {
  const { units, report } = r2;
  const isNew = ({ id, status }: TestResult): boolean => status === "failed" && !baseline.redKnown.has(id);
  const fails = report.fileErrors.length > 0 || report.tests.some(isNew);
  const isCut = isCutOff(r2, baseline);
  const ended = isCut || (fails && units.some(({ level, code }) => level === "P2" && code !== 0));
  const begun = [...report.tests, ...report.fileErrors].map(({ file }) => file);
  const gone = edits.filter(({ kind }) => kind === "deleted");
  const told = new Set([...begun, ...gone.map(({ path }) => path)]);
  const ran = new Set(report.tests.map(({ id }) => id));
  const isRepeat = (id: string): boolean => / #\d+$/.test(id) && ran.has(id.replace(/ #\d+$/, ""));
  const isGone = (id: string): boolean => gone.some(({ path, name }) => `${path}::${name}` === withoutParameters(id));
  return (id) => ended && (!told.has(fileOf(id)) || isRepeat(id) || (isCut && !isGone(id)));
}

/**
 * Green tests that only a run can name (rows, subtests, those that a class inherits) and whose text, or whole file, went elsewhere as
 * it was: they run there under the names they had, or under the new name of what they belong to.
 */
function movedRows(baseline: Baseline, edits: ProofFacts["edits"], ran: ReadonlySet<string>): ReadonlySet<string> {
  const written = new Set(edits.map(({ path, name }) => `${path}::${name}`));
  const fresh = [...ran].filter((id) => !baseline.green.has(id));
  const arrived = new Set(fresh.map(titleOf));
  // Rust's tests have the names of their modules before their own.
  const lastIn = (path: string, id: string): string => `${path}::${titleOf(id).split(" > ").at(-1)}`;
  const come = new Set(fresh.map((id) => lastIn(fileOf(id), id)));
  const moved = edits.filter(({ kind }) => kind === "renamed");
  const homes = newHomes(edits, baseline, ran);
  const goesAlong = (id: string): boolean => {
    const home = homes.get(fileOf(id));
    return home !== undefined && ran.has(`${home}::${titleOf(id)}`);
  };
  const isMoved = (id: string): boolean =>
    !written.has(withoutParameters(id)) &&
    (goesAlong(id) ||
      moved.some(({ path, name, detail, to = [] }) => {
        if (name === COMPUTED_NAME)
          return (
            fileOf(id) === path && (arrived.has(titleOf(id)) || to.some((other) => come.has(lastIn(fileOf(other), id))))
          );
        const rest = id.startsWith(`${path}::${name} > `) ? id.slice(`${path}::${name}`.length) : null;
        return rest !== null && arrived.has(`${detail}${rest}`);
      }));
  return new Set([...baseline.green].filter(isMoved));
}

/** Files all of whose tests went to one and the same other file; or that have none of their own, and whose name another folder has now. */
function newHomes(
  edits: ProofFacts["edits"],
  { green }: Baseline,
  ran: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const there = new Set([...ran].map(fileOf));
  const gone = [...new Set([...green].map(fileOf))].filter((path) => !there.has(path));
  const byName = Map.groupBy(
    [...there].filter((path) => ![...green].some((id) => fileOf(id) === path)),
    (path) => basename(path),
  );
  const namesakes = gone.flatMap((path): [string, string][] => {
    const [home, ...more] = byName.get(basename(path)) ?? [];
    return home === undefined || more.length > 0 || edits.some((edit) => edit.path === path) ? [] : [[path, home]];
  });
  const own = Map.groupBy(
    edits.filter(({ kind }) => kind !== "added"),
    ({ path }) => path,
  );
  const moved = [...own].flatMap(([path, tests]): [string, string][] => {
    const [home, ...more] = new Set(tests.flatMap(({ to = [] }) => to.map(fileOf)));
    const isWhole = tests.every(({ kind }) => kind === "renamed") && more.length === 0;
    return isWhole && home !== undefined && home !== path ? [[path, home]] : [];
  });
  return new Map([...namesakes, ...moved]);
}

const titleOf = (id: string): string => id.slice(id.indexOf("::") + 2);

const ranIn = (present: ReadonlyMap<string, TestResult>): ReadonlySet<string> =>
  new Set([...present.values()].filter(hasRun).map(({ id }) => id));

function judgeSkipped({ r2, baseline, selected, feature }: ProofFacts): Finding[] {
  const chosen = new Set(selected);
  const skipped = r2.report.tests.filter((test) => {
    const { id } = test;
    const ran = baseline.green.has(id) || (!chosen.has(id) && (baseline.redKnown.has(id) || baseline.flaky.has(id)));
    return ran && !hasRun(test) && !feature.allowsChange(id);
  });
  if (skipped.length === 0) return [];
  const message = `${counted(skipped.length, "test that ran on base is", "tests that ran on base are")} ${statusesOf(skipped)} on head`;
  return [{ code: "TEST_SKIPPED", severity: "error", ids: skipped.map(({ id }) => id), message }];
}

function judgeTouched({ r2, baseline }: ProofFacts): Finding[] {
  const findings: Finding[] = [];
  // A folder counts as changed where a file of it is new: base's runs leave theirs there too.
  const known = new Set([...baseline.touched].flatMap((path) => [path, dirname(path)]));
  const anew = (paths: readonly string[]): string[] => paths.filter((path) => !known.has(path)).slice(0, 5);
  const [source, layer] = [anew(r2.touchedSource), anew(r2.touchedLayer)];
  const locks = source.filter((path) => path.endsWith("Cargo.lock"));
  if (locks.length > 0) {
    const message = `${locks.join(", ")} does not fit what Cargo.toml says: cargo writes it anew; commit what it makes of it`;
    findings.push({ code: "ENVIRONMENT_TOUCHED", severity: "warning", path: locks[0] ?? "", message });
  }
  const written = source.filter((path) => !locks.includes(path));
  if (written.length > 0) {
    const message = `the tests rewrite tracked files while they run: ${written.join(", ")}`;
    findings.push({ code: "TEST_TAMPERED", severity: "error", message });
  }
  if (layer.length > 0) {
    const message = `installed files were changed while the tests ran: ${layer.join(", ")}`;
    findings.push({ code: "ENVIRONMENT_TOUCHED", severity: "error", message });
  }
  return findings;
}
