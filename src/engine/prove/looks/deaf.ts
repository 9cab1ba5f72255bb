import { byId } from "../../../core/proof/red.ts";
import { worseThanBase } from "../../../core/proof/old-tests/renumbered.ts";
import { fileOf } from "../../../core/proof/test-ids.ts";
import type { SuiteRun, TestResult } from "../../../schema/report.ts";
import type { ChangedSource, StubValue } from "../../../schema/source.ts";
import { askAll } from "../ask-tools.ts";
import { allOf } from "../../../util/all-of.ts";
import { composeTexts } from "../compose.ts";
import { createRoles } from "../context.ts";
import { importedHelpers } from "../imported-helpers.ts";
import { runOld } from "../old-tests.ts";
import type { Proving } from "../proving.ts";
import { testSides } from "../text-watch.ts";
import { openTree, textsOf, type TreeReader } from "../tree-reader.ts";
import { variedTexts } from "./varied.ts";

/** More code than this is not taken away as a whole. */
const MOST_FILES = 400;

/** What is done to all code: bodies answer one value, or tests are given other answers than everybody else. */
type Change = StubValue | "varied";

/**
 * Which of these old tests pass on head with all code taken away, and did not as base has them: a double stands where the code stood, a loop
 * goes over nothing, what fails is swallowed. `blunt`: the same with code that answers otherwise: a tolerance lets anything go. What base's
 * tests let go as well over head's code (`kept`) is the code's doing, and no test's.
 */
export async function findDeaf(
  proof: Proving,
  r2: SuiteRun,
  { ids, kept }: { readonly ids: ReadonlySet<string>; readonly kept: string },
): Promise<{ readonly deaf: string[]; readonly blunt: string[] }> {
  const { subject } = proof;
  const changed = new Set(subject.changes.map(({ path }) => path));
  const deafTo = async (change: Change, asked: readonly string[]) => {
    const changedCode = async (
      side: "base" | "head",
      those: readonly string[],
      reader = subject[side],
    ): Promise<Map<string, TestResult>> => {
      const tree = those.length === 0 ? null : await withCode(proof, reader, change, those);
      if (tree === null) return new Map();
      const what = change === "varied" ? "other answers" : `every answer ${change}`;
      const detail = `${side}'s, ${what}`;
      return byId(await runOld(proof, r2, { side, tree, ids: those, detail, isOtherwise: change === "varied" }));
    };
    const now = await changedCode("head", asked);
    const suspects = asked.filter((id) => now.get(id)?.status === "passed");
    // What could not be loaded there tells of none of its tests.
    const before = await changedCode("base", suspects);
    const failed = suspects.filter((id) => before.get(id)?.status === "failed");
    const lost = worseThanBase(failed, { now, before, isSo: ({ status }) => status === "passed" });
    if (lost.length === 0) return { now, deaf: [] };
    const still = await changedCode("head", lost, openTree(subject.git, kept));
    return { now, deaf: lost.filter((id) => still.get(id)?.status !== "passed") };
  };
  const { now, deaf } = await deafTo("undefined", [...ids]);
  // What a helper that the change touches swallows may be its assertions alone: those come where an answer can be asked.
  const broken = [...ids].filter((id) => now.get(id)?.failure?.kind === "error" && !changed.has(fileOf(id)));
  const hearing = [...ids].filter((id) => now.get(id)?.status === "failed");
  const { proxy, varied } = await allOf({ proxy: deafTo("proxy", broken), varied: deafTo("varied", hearing) });
  return { deaf: [...deaf, ...proxy.deaf], blunt: varied.deaf };
}

/** A tree with all of its code changed so; null where there is none, or too much. */
async function withCode(
  { subject: { git, config }, tools }: Proving,
  reader: TreeReader,
  change: Change,
  asked: readonly string[],
): Promise<string | null> {
  const roleOf = createRoles(config);
  const endings = tools.flatMap(({ extensions }) => extensions);
  const paths = [...reader.paths].filter(
    (path) => endings.some((ending) => path.endsWith(ending)) && roleOf(path) === "implementation",
  );
  if (paths.length > MOST_FILES) return null;
  reader.preload(paths);
  const sources = paths.map((path): ChangedSource => ({ path, base: null, head: reader.read(path) ?? "" }));
  const own = testSides(asked, reader);
  const helpers = importedHelpers(own, reader.paths).filter((path) => roleOf(path) === "test");
  const made =
    change === "varied"
      ? await variedTexts(tools, sources, { tests: [...own, ...textsOf(reader, helpers)], isLoud: false })
      : await askAll(tools, sources, (tool, own) => tool.stub(own, change));
  const texts = made.filter(({ symbols }) => symbols.length > 0);
  return texts.length === 0 ? null : composeTexts(git, reader, texts);
}
