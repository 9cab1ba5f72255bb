import type { Finding } from "../../errors.ts";
import { followingCode } from "./old-tests/gone-code.ts";
import { replacedRows } from "./old-tests/replaced-rows.ts";
import { fileOf, withoutParameters } from "./test-ids.ts";
import type { ProofFacts } from "./judge.ts";
import { whyUnread } from "./file-errors.ts";
import { byId, isAssertionFailure } from "./red.ts";
import type { SuiteRun, TestResult } from "../../schema/report.ts";
import type { TestEdit } from "./old-tests/written-tests.ts";
import { counted } from "../text/counted.ts";
import { oneLine } from "../text/one-line.ts";

/**
 * R3: base's tests and test configuration over head's code. A green test that fails there was weakened, or its behaviour
 * was changed: the first is tampering, the second needs the feature's word or a person's.
 */
export function judgeKeep(facts: ProofFacts): Finding[] {
  const { r2, r3, baseline, edits, feature, digest, search, calls = [] } = facts;
  const byName = new Map(edits.map((edit) => [`${edit.path}::${edit.name}`, edit]));
  const kept = r3 === null ? null : byId(r3);
  const now = byId(r2);
  const { green: replaced } = replacedRows(facts);
  // What the code answers stands in the name.
  const isRespelled = (id: string): boolean =>
    replaced.has(id) && withoutParameters(id) === id && facts.changed?.has(fileOf(id)) === false;
  const stays = followingCode(edits, "unchanged");
  const files = new Set(r3?.report.tests.map(({ file }) => file).concat(r3.report.fileErrors.map(({ file }) => file)));
  const broken = [...baseline.green].filter((id) => {
    const edit = byName.get(withoutParameters(id));
    const isRenamed = edit?.kind === "renamed";
    if (kept === null || (now.get(id)?.status !== "passed" && !replaced.has(id) && !isRenamed)) return false;
    const result = kept.get(id);
    // Where its code moved, base's file cannot be loaded any more, and says nothing of a test that moved with it.
    if (result === undefined)
      return (files.has(fileOf(id)) || isRespelled(id)) && edit?.withCode !== true && !stays(id);
    return result.status === "failed";
  });
  const allowed = broken.filter((id) => feature.allowsChange(id));
  const isWeaker = (id: string): boolean => byName.get(withoutParameters(id))?.kind === "weakened";
  // A double in the place of a name that is gone with the code cannot be had: then nothing of the test is known.
  const lacksName = (id: string): boolean =>
    byName.get(withoutParameters(id))?.withCode === true && kept?.get(id)?.failure?.kind === "error";
  // Where base's file cannot be loaded, or its call wants what nobody gives, nobody knows what the test would say.
  const unread = new Set(r3?.report.fileErrors.map(({ file }) => file));
  const isUncalled = (id: string): boolean => {
    const result = kept?.get(id);
    return result === undefined ? unread.has(fileOf(id)) : saysOfCall(result);
  };
  const weakened = broken.filter((id) => !allowed.includes(id) && isWeaker(id) && !lacksName(id) && !isUncalled(id));
  const respelled = broken.filter((id) => isRespelled(id) && !allowed.includes(id));
  const told = new Set([...allowed, ...weakened, ...respelled]);
  const changed = broken.filter((id) => !told.has(id));
  const findings: Finding[] = [];
  if (weakened.length > 0) {
    const message = `${counted(weakened.length, "test fails as base wrote it and passes", "tests fail as base wrote them and pass")} only as head weakened ${weakened.length === 1 ? "it" : "them"}`;
    findings.push({ code: "TEST_WEAKENED", severity: "error", ids: weakened, message });
  }
  if (respelled.length > 0) {
    const message = `${counted(respelled.length, "test that was green goes by another name", "tests that were green go by other names")}, in files that nobody touched: what the code answers stands in them`;
    const approval = digest(respelled.toSorted().join("\n"));
    findings.push({ code: "BEHAVIOUR_CHANGED", severity: "person", ids: respelled, message, approval });
  }
  if (changed.length > 0) findings.push(behaviourChanged(facts, changed, { isWeaker, lacksName }));
  const redStems = new Set([...(search?.red.keys() ?? [])].map(withoutParameters));
  const succeeded = (id: string): boolean =>
    search?.red.has(id) === true || (replaced.has(id) && redStems.has(withoutParameters(id)));
  findings.push(...judgeSuccessors(facts, search === null ? [] : allowed.filter((id) => !succeeded(id))));
  const lost = new Set(broken);
  if (calls.length > 0) {
    const message = `base's tests call what head names otherwise or gives more: ${calls.join("; ")}; other callers have to follow`;
    findings.push({ code: "BEHAVIOUR_CHANGED", severity: "warning", message });
  }
  return [...findings, ...judgeLeaned(facts, lost), ...judgeWeakened(facts, lost), ...judgeMuted(facts, lost)];
}

/** Tests whose behaviour may change and that are RED under no name of theirs: as many new RED ones of their files may take their places. */
function judgeSuccessors(
  { r1, r2, baseline, search, edits, digest }: ProofFacts,
  orphans: readonly string[],
): Finding[] {
  if (orphans.length === 0) return [];
  const there = byId(r2);
  const come = Map.groupBy(
    [...(search?.red.keys() ?? [])].filter((id) => !baseline.green.has(id)),
    fileOf,
  );
  const gone = Map.groupBy(
    orphans.filter((id) => !there.has(id)),
    fileOf,
  );
  const rewritten = new Map(
    edits.filter(({ kind }) => kind === "rewritten").map(({ path, name, less }) => [`${path}::${name}`, less]),
  );
  // What it calls is not there before the change; written for that it says as much as ever, and holds.
  const before = byId(r1);
  const isNeeded = (id: string): boolean =>
    there.get(id)?.status === "passed" &&
    (before.get(id)?.status === "failed" || search?.open.has(id) === true) &&
    rewritten.has(withoutParameters(id));
  const holds = (id: string): boolean => isNeeded(id) && rewritten.get(withoutParameters(id)) === undefined;
  const isTakenOver = (id: string): boolean => {
    const [left, fresh] = [gone.get(fileOf(id)) ?? [], come.get(fileOf(id)) ?? []];
    return left.includes(id) && fresh.length >= left.length;
  };
  const open = orphans.filter((id) => !holds(id));
  if (open.length === 0) return [];
  const ids = open.filter((id) => !isTakenOver(id));
  if (ids.length > 0) {
    const message = "a behaviour change needs a RED successor under the same name";
    if (!ids.every(isNeeded)) return [{ code: "RED_MISSING", severity: "error", ids, message }];
    const why = `${message}; ${ids.length === 1 ? "it asserts" : "they assert"} as much as before, but ${rewritten.get(withoutParameters(ids[0] ?? "")) ?? ""}`;
    return [
      {
        code: "RED_MISSING",
        severity: "person",
        ids,
        message: why,
        approval: digest(["successors", ...ids].join("\n")),
      },
    ];
  }
  const files = [...gone.keys()].flatMap((file) => come.get(file) ?? []);
  const message = `${counted(open.length, "test that the feature names is", "tests that the feature names are")} gone; RED in ${open.length === 1 ? "its place" : "their places"}: ${files.slice(0, SUCCESSORS_NAMED).join(", ")}`;
  return [{ code: "BEHAVIOUR_CHANGED", severity: "warning", ids: open, message }];
}
const SUCCESSORS_NAMED = 3;

/** Older tests that base's text does not pass any more, and of which nothing says that they were weakened to pass. */
function behaviourChanged(
  { r3, digest }: ProofFacts,
  changed: readonly string[],
  { isWeaker, lacksName }: Record<"isWeaker" | "lacksName", (id: string) => boolean>,
): Finding {
  const reason = r3 === null ? null : whyUnread(r3, (file) => changed.some((id) => fileOf(id) === file));
  const thrown = r3 === null ? [] : thrownBy(changed, r3);
  const why =
    reason !== null
      ? `base's file cannot be loaded over head: ${reason}`
      : thrown.length === changed.length
        ? `what ${changed.length === 1 ? "it calls" : "they call"} throws over head's code: ${oneLine(thrown[0] ?? "").slice(0, 200)}`
        : "head rewrites what is expected";
  const weaker = changed.filter(isWeaker);
  const doubled = weaker.filter(lacksName);
  const less =
    lessOf(
      doubled.length,
      "puts a double in the place of a name that is gone, and says less now",
      "put a double in the place of a name that is gone, and say less now",
    ) + lessOf(weaker.length - doubled.length, "asserts less now, by its text", "assert less now, by their text");
  const message = `${counted(changed.length, "test that was green fails as base wrote it", "tests that were green fail as base wrote them")}; ${why}${less}`;
  const approval = digest(changed.toSorted().join("\n"));
  return { code: "BEHAVIOUR_CHANGED", severity: "person", ids: [...changed], message, approval };
}

/** What the code answers tests with that find nothing wrong, but do not come that far. */
const thrownBy = (ids: readonly string[], r3: SuiteRun): string[] => {
  const results = byId(r3);
  return ids.flatMap((id) => {
    const result = results.get(id);
    return result?.failure?.kind === "error" && !isAssertionFailure(result) ? [result.failure.message] : [];
  });
};

const lessOf = (count: number, one: string, several: string): string =>
  count === 0 ? "" : `; ${count} of them ${count === 1 ? one : several}`;

/** Python's own word that a call gives too little, too much or under a name that is not there. */
const saysOfCall = ({ failure }: TestResult): boolean =>
  failure?.kind === "error" &&
  /\b(?:missing \d+ required (?:positional|keyword-only) argument|takes (?:from )?\d+ .*but \d+ (?:was|were) given|got an unexpected keyword argument)/.test(
    failure.message,
  );

/** Old tests that hold today and would whatever the code did. */
function judgeMuted(
  { muted = [], deaf = [], blunt = [], feature, digest }: ProofFacts,
  broken: ReadonlySet<string>,
): Finding[] {
  const ask = (kind: string, tests: readonly string[], passes: string, why: string): Finding[] => {
    const ids = tests.filter((id) => !broken.has(id) && !feature.allowsChange(id));
    if (ids.length === 0) return [];
    const [what, them] = ids.length === 1 ? ["existing test passes", "it"] : ["existing tests pass", "them"];
    const message = `${ids.length} ${what} ${passes}, and did not as base has ${them}: ${why}`;
    return [{ code: "TEST_WEAKENED", severity: "person", ids, message, approval: digest([kind, ...ids].join("\n")) }];
  };
  return [
    ...ask("muted", muted, "whatever is expected", "something keeps assertions from being heard"),
    ...ask("blunt", blunt, "with code that answers otherwise", "a tolerance or a looser comparison lets it go"),
    ...ask("deaf", deaf, "with all code taken away", "a double, an empty loop or a caught failure stands in its place"),
  ];
}

/** Old tests that pass only because what they compare with, or what compares for them, was changed with the code. */
function judgeLeaned({ r2, leaned, baseline, feature, digest }: ProofFacts, broken: ReadonlySet<string>): Finding[] {
  if (!leaned) return [];
  const [now, over] = [byId(r2), byId(leaned.run)];
  const { tests, fileErrors } = leaned.run.report;
  const files = new Set([...tests, ...fileErrors].map(({ file }) => file));
  const ids = [...baseline.green].filter((id) => {
    if (broken.has(id) || feature.allowsChange(id) || now.get(id)?.status !== "passed") return false;
    const result = over.get(id);
    return result === undefined ? files.has(fileOf(id)) : result.status === "failed";
  });
  if (ids.length === 0) return [];
  const [first = "", ...more] = leaned.paths;
  const what = more.length === 0 ? first : `${first} and ${more.length} more`;
  const message = `${counted(ids.length, "test that was green fails", "tests that were green fail")} with base's ${what}: only tests use it to say what is right, and head rewrites it`;
  const approval = digest([...leaned.paths, ...ids.toSorted()].join("\n"));
  return [{ code: "BEHAVIOUR_CHANGED", severity: "person", path: first, ids, message, approval }];
}

/** A weakened test that still holds as base wrote it hides nothing today; a person says whether it may stay weak. */
function judgeWeakened({ edits, feature, digest }: ProofFacts, broken: ReadonlySet<string>): Finding[] {
  const fails = new Set([...broken].map(withoutParameters));
  const open = edits.filter(({ path, name }) => {
    const id = `${path}::${name}`;
    return !feature.allowsChange(id) && !fails.has(id);
  });
  const ask = (weak: readonly TestEdit[], one: string, several: string, why: string | undefined): Finding[] => {
    if (weak.length === 0) return [];
    const ids = weak.map(({ path, name }) => `${path}::${name}`);
    const message = `${counted(weak.length, `existing test ${one}`, `existing tests ${several}`)}: ${why}`;
    return [{ code: "TEST_WEAKENED", severity: "person", ids, message, approval: digest(ids.join("\n")) }];
  };
  const weaker = open.filter(({ kind }) => kind === "weakened");
  const lesser = open.filter(({ less, withCode }) => less !== undefined && withCode !== true);
  return [
    ...ask(weaker, "asserts less than it did", "assert less than they did", weaker[0]?.detail),
    ...ask(
      lesser,
      "holds as it was but says less from now on",
      "hold as they were but say less from now on",
      lesser[0]?.less,
    ),
  ];
}
