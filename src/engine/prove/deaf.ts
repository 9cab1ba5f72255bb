import type { SourceTool } from "../../checks/source/port.ts";
import { byId } from "../../core/proof/red.ts";
import { fileOf } from "../../core/proof/test-ids.ts";
import type { SuiteRun, TestResult } from "../../schema/report.ts";
import type { ChangedSource, StubValue } from "../../schema/source.ts";
import { composeTexts } from "./compose.ts";
import { createRoles } from "./context.ts";
import { filesOf } from "./static-findings.ts";
import { runOld } from "./old-tests.ts";
import type { Proving } from "./proving.ts";
import type { Subject } from "./subject.ts";
import type { TreeReader } from "./tree-reader.ts";

/** More code than this is not taken away as a whole. */
const MOST_FILES = 400;

/**
 * Which of these old tests pass on head with all code taken away, and did not as base has them: a double stands where the code stood,
 * a loop goes over nothing, what fails is swallowed.
 */
export async function findDeaf(proof: Proving, r2: SuiteRun, ids: ReadonlySet<string>): Promise<string[]> {
  const { subject, tools } = proof;
  const changed = new Set(subject.changes.map(({ path }) => path));
  const deafTo = async (value: StubValue, asked: readonly string[]) => {
    const withoutIt = async (side: "base" | "head", those: readonly string[]): Promise<Map<string, TestResult>> => {
      const tree = those.length === 0 ? null : await withoutCode(subject, subject[side], tools, value);
      if (tree === null) return new Map();
      return byId(await runOld(proof, r2, { side, tree, ids: those, detail: `${side}'s, without code (${value})` }));
    };
    const now = await withoutIt("head", asked);
    const suspects = asked.filter((id) => now.get(id)?.status === "passed");
    // What could not be loaded there tells of none of its tests.
    const before = await withoutIt("base", suspects);
    return { now, deaf: suspects.filter((id) => before.get(id)?.status === "failed") };
  };
  const { now, deaf } = await deafTo("undefined", [...ids]);
  // What a helper that the change touches swallows may be its assertions alone: those come where an answer can be asked.
  const broken = [...ids].filter((id) => now.get(id)?.failure?.kind === "error" && !changed.has(fileOf(id)));
  return [...deaf, ...(await deafTo("proxy", broken)).deaf];
}

/** A tree with every body of its code answering nothing; null where there is none, or too much. */
async function withoutCode(
  { git, config }: Subject,
  reader: TreeReader,
  tools: readonly SourceTool[],
  value: StubValue,
): Promise<string | null> {
  const roleOf = createRoles(config);
  const endings = tools.flatMap(({ extensions }) => extensions);
  const paths = [...reader.paths].filter(
    (path) => endings.some((ending) => path.endsWith(ending)) && roleOf(path) === "implementation",
  );
  if (paths.length > MOST_FILES) return null;
  reader.preload(paths);
  const sources = paths.map((path): ChangedSource => ({ path, base: null, head: reader.read(path) ?? "" }));
  const stubs = await Promise.all(tools.map((tool) => tool.stub(filesOf(tool, sources), value)));
  const texts = stubs.flat().filter(({ symbols }) => symbols.length > 0);
  return texts.length === 0 ? null : composeTexts(git, reader, texts);
}
