import { join, relative } from "node:path/posix";
import type { UnitSelection } from "../../../checks/run-suite.ts";
import type { SourceTool } from "../../../checks/source/port.ts";
import type { Patience } from "../../../core/proof/patience.ts";
import { fileOf } from "../../../core/proof/test-ids.ts";
import { isTypeChecked } from "../../../core/proof/type-checked.ts";
import { isBelow } from "../../../core/text/places.ts";
import type { SuiteRun } from "../../../schema/report.ts";
import type { ChangedSource } from "../../../schema/source.ts";
import type { Git } from "../../../util/git/git.ts";
import type { RunRecord } from "../assemble.ts";
import { codeOf } from "../changed-sources.ts";
import type { Proof } from "../proving.ts";
import type { TreeReader } from "../tree-reader.ts";
import { narrowTo, narrowToTests, narrowUnits } from "../units.ts";

type RunTests = (tree: string, ids: readonly string[], label: string) => Promise<SuiteRun>;

/** What the search for RED needs from its host. */
export interface RedHost {
  readonly git: Git;
  readonly head: TreeReader;
  readonly tools: readonly SourceTool[];
  /** Changed implementation files, with both texts. */
  readonly changed: readonly ChangedSource[];
  /** Changed files that go with the tests. */
  readonly changedTests: readonly string[];
  /** Whether every test is classed, or only as many as the verdict needs. */
  readonly thorough: boolean;
  /** Whether the project's own test command checks the types of a file: its tests may compare some. */
  isTypeChecked(path: string): boolean;
  /** Runs the given tests over a tree; others of their files may run beside them. */
  run: RunTests;
  /** The same over code that answers otherwise, for as long as that may take. */
  runOtherwise: RunTests;
  /** Runs the whole files of the given tests over a tree. */
  runFiles: RunTests;
}

/** `records`: where what was run by it is written down. */
export function createRedHost(
  { subject, plan, tools, runner, options }: Proof,
  patience: Patience,
  records: Map<SuiteRun, RunRecord>,
): RedHost {
  const { head, changes, git } = subject;
  const { otherwiseMs, ...limits } = patience;
  const run = async (
    tree: string,
    selections: readonly UnitSelection[],
    detail: string,
    mostMs = limits.mostMs,
  ): Promise<SuiteRun> => {
    const record = await runner.run("R1", tree, selections, { layer: "head", detail, ...limits, mostMs });
    records.set(record.run, record);
    return record.run;
  };
  return {
    git,
    head,
    tools,
    thorough: options.thorough ?? false,
    isTypeChecked: (path) =>
      plan.head.some(({ directory }) => {
        const [manifest, settings] = ["package.json", "tsconfig.json"].map((name) => head.read(join(directory, name)));
        return isBelow(directory, path) && isTypeChecked(relative(directory, path), manifest ?? "", settings ?? null);
      }),
    changedTests: changes.filter(({ role, head: after }) => role === "test" && after !== null).map(({ path }) => path),
    changed: codeOf(subject),
    run: (tree, ids, detail) => run(tree, narrowToTests(narrowUnits(plan), ids), detail),
    runOtherwise: (tree, ids, detail) =>
      run(tree, narrowToTests(narrowUnits(plan), ids), detail, Math.min(limits.mostMs, otherwiseMs)),
    runFiles: (tree, ids, detail) =>
      run(tree, narrowTo(narrowUnits(plan), [...new Set(ids.map(fileOf))]), `${detail}, whole files`),
  };
}
