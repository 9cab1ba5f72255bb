import type { SourceTool } from "../../checks/source/port.ts";
import { patienceFor } from "../../core/proof/patience.ts";
import { byId } from "../../core/proof/red.ts";
import { fileOf } from "../../core/proof/test-ids.ts";
import type { SuiteRun } from "../../schema/report.ts";
import type { ChangedSource } from "../../schema/source.ts";
import { composeTexts } from "./compose.ts";
import { createRoles } from "./context.ts";
import type { Runner } from "./runner.ts";
import { filesOf } from "./static-findings.ts";
import type { Subject } from "./subject.ts";
import type { TreeReader } from "./tree-reader.ts";
import { narrowTo, narrowUnits, type UnitPlan } from "./units.ts";

interface Listening {
  readonly subject: Subject;
  readonly plan: UnitPlan;
  readonly tools: readonly SourceTool[];
  readonly runner: Runner;
}

/** More code than this is not taken away as a whole. */
const MOST_FILES = 400;

/**
 * Which of these old tests pass on head with all code taken away, and did not as base has them: a double stands where the code stood,
 * a loop goes over nothing, what fails is swallowed.
 */
export async function findDeaf(
  { subject, plan, tools, runner }: Listening,
  r2: SuiteRun,
  ids: ReadonlySet<string>,
): Promise<string[]> {
  const passing = async (side: "base" | "head", asked: readonly string[]): Promise<Map<string, boolean>> => {
    const tree = asked.length === 0 ? null : await withoutCode(subject, subject[side], tools);
    if (tree === null) return new Map();
    const units = side === "head" ? narrowUnits(plan) : plan.base;
    const selections = narrowTo(units, [...new Set(asked.map(fileOf))], { ids: asked });
    const choice = { layer: side, reuse: true, detail: `${side}'s, without code`, ...patienceFor(r2, asked) } as const;
    const { run } = await runner.run("R3", tree, selections, choice);
    const results = byId(run);
    return new Map(asked.flatMap((id) => (results.has(id) ? [[id, results.get(id)?.status === "passed"]] : [])));
  };
  const now = await passing("head", [...ids]);
  const suspects = [...ids].filter((id) => now.get(id) === true);
  const before = await passing("base", suspects);
  // A file that cannot be loaded so tells of none of its tests.
  return suspects.filter((id) => before.get(id) !== true && before.size > 0);
}

/** A tree with every body of its code answering nothing; null where there is none, or too much. */
async function withoutCode(
  { git, config }: Subject,
  reader: TreeReader,
  tools: readonly SourceTool[],
): Promise<string | null> {
  const roleOf = createRoles(config);
  const endings = tools.flatMap(({ extensions }) => extensions);
  const paths = [...reader.paths].filter(
    (path) => endings.some((ending) => path.endsWith(ending)) && roleOf(path) === "implementation",
  );
  if (paths.length > MOST_FILES) return null;
  reader.preload(paths);
  const sources = paths.map((path): ChangedSource => ({ path, base: null, head: reader.read(path) ?? "" }));
  const stubs = await Promise.all(tools.map((tool) => tool.stub(filesOf(tool, sources), "undefined")));
  const texts = stubs.flat().filter(({ symbols }) => symbols.length > 0);
  return texts.length === 0 ? null : composeTexts(git, reader, texts);
}
