import { Ctrf, type CtrfTest } from "../../schema/ctrf.ts";
import { jsonOrNull } from "../../schema/json.ts";
import type { EvidenceEntry, RunState } from "../run/state.ts";
import { ctrfReport } from "./results.ts";

/** The artifact with the results of one run of the tests, beside its output. */
export const RESULTS_FILE = "test_results.ctrf.json";

const RESULTS = /^artifacts\/(executor|validator)\/[^/]+\/(\d+)\/test_results(?:-\d+)?\.ctrf\.json$/;

interface Exported {
  readonly at: Date;
  readonly tool: string;
  /** Whether the record is what was written. */
  readonly holds: boolean;
}

/**
 * The tests of every task as the harness last ran them, from the files that were recorded then. `read` answers null for what is not
 * there any more as it was recorded; a task that has none is named.
 */
export function ctrfOfRun(
  state: RunState,
  read: (entry: EvidenceEntry) => string | null,
  { at, tool, holds }: Exported,
): Ctrf {
  const recorded = Map.groupBy(state.evidence.filter(isResults), ({ task_id: id }) => id);
  const tasks = Object.values(state.tasks).map(({ plan, lifecycle }) => {
    const { task_id, feature_id } = plan;
    return { facts: { task_id, feature_id, lifecycle }, newest: newestOf(recorded.get(task_id) ?? [], read) };
  });
  const parts = tasks.flatMap(({ facts, newest }) => (newest === null ? [] : [{ facts, ...newest }]));
  const summaries = parts.flatMap(({ reports }) => reports.map(({ results }) => results.summary));
  const tools = new Map(
    parts.flatMap(({ reports }) => reports.map(({ results }) => [results.tool.name, results.tool])),
  );
  const [first] = tools.values();
  return ctrfReport(
    { at, tool },
    {
      tool: tools.size === 1 && first !== undefined ? first : { name: [...tools.keys()].join(", ") || "none" },
      tests: parts.flatMap(({ facts, tests }) => tests.map((test) => ofTask(test, facts.task_id))),
      start: Math.min(...summaries.map(({ start }) => start), at.getTime()),
      stop: Math.max(...summaries.map(({ stop }) => stop), 0) || at.getTime(),
      commit: state.tip,
      extra: {
        run_id: state.runId,
        holds,
        tasks: parts.map(({ facts, attempt, extra }) => ({ ...facts, attempt, ...extra })),
        without_results: tasks.flatMap(({ facts, newest }) => (newest === null ? [facts.task_id] : [])),
      },
    },
  );
}

const isResults = ({ kind, path, erased }: EvidenceEntry): boolean =>
  kind === "harness" && erased === undefined && RESULTS.test(path);

/** Tests of several tasks have the same names. */
const ofTask = (test: CtrfTest, taskId: string): CtrfTest => ({
  ...test,
  suite: [taskId, ...(test.suite ?? [])],
  extra: { task_id: taskId, ...test.extra },
});

/**
 * What the proof of the newest attempt saw, and over it what came of the same tests in a clean checkout: often only those of its proof
 * run there (policy.full_every).
 */
function newestOf(own: readonly EvidenceEntry[], read: (entry: EvidenceEntry) => string | null) {
  const proven = own.findLastIndex(({ path }) => placeOf(path).role === "executor");
  const { path } = own[proven] ?? own.at(-1) ?? { path: "" };
  const attempt = placeOf(path).attempt;
  const again = own.findLast((entry, at) => at > proven && placeOf(entry.path).attempt === attempt);
  const reports = [own[proven], again].flatMap((entry) => {
    const parsed = entry === undefined ? null : Ctrf.safeParse(jsonOrNull(read(entry) ?? ""));
    return parsed?.success === true ? [parsed.data] : [];
  });
  if (reports.length === 0) return null;
  const tests = new Map<unknown, CtrfTest>();
  for (const { results } of reports)
    for (const test of results.tests) {
      const { id = Symbol(test.name) } = test.extra;
      tests.set(id, { ...test, extra: { ...tests.get(id)?.extra, ...test.extra, run: results.extra["run"] } });
    }
  const extra = Object.assign(
    {},
    ...reports.toReversed().map(({ results }) => results.extra),
  ) as Ctrf["results"]["extra"];
  return { attempt, reports, tests: [...tests.values()], extra };
}

function placeOf(path: string): { role: string; attempt: number } {
  const [, role = "", attempt = "0"] = RESULTS.exec(path) ?? [];
  return { role, attempt: Number(attempt) };
}
