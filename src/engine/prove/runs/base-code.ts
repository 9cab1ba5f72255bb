import type { Patience } from "../../../core/proof/patience.ts";
import { isSeenBroken, isUnreadAlone } from "../../../core/proof/judge.ts";
import { byId } from "../../../core/proof/red.ts";
import { fileOf } from "../../../core/proof/test-ids.ts";
import type { SuiteRun } from "../../../schema/report.ts";
import type { ChangedSource, SourceFile } from "../../../schema/source.ts";
import { editTree } from "../../../util/git/trees.ts";
import { askAll } from "../ask-tools.ts";
import { codeOf } from "../changed-sources.ts";
import { composeTexts } from "../compose.ts";
import type { Proving } from "../proving.ts";
import { narrowToTests, narrowUnits } from "../units.ts";

/** What else shows that RED tests of a fix see what is mended, beside their run over base's code. */
export async function showMended(
  proof: Proving,
  r1: SuiteRun | null,
  red: readonly string[],
  patience: Patience,
): Promise<{ readonly inCode: SuiteRun | null; readonly grafted: SuiteRun | null }> {
  return {
    inCode: await runInBaseCode(proof, red, patience),
    grafted: await runGrafted(proof, r1, red, patience),
  };
}

/**
 * Tests that stand in the code that a fix changes, over base's code: what is mended is broken there. Null where no file of theirs can be
 * put together so.
 */
async function runInBaseCode(
  { subject, plan, tools, runner }: Proving,
  ids: readonly string[],
  patience: Patience,
): Promise<SuiteRun | null> {
  const { git, head } = subject;
  const files = new Set(ids.map(fileOf));
  const inCode = codeOf(subject).filter(({ path }) => files.has(path));
  // What R3 is made of, the other way round.
  const turned = inCode.map((file) => ({ ...file, base: file.head, head: file.base ?? "" }));
  const texts = await askAll(tools, turned, (tool, own) => tool.keep?.(own));
  if (texts.length === 0) return null;
  const own = ids.filter((id) => texts.some(({ path }) => path === fileOf(id)));
  const selections = narrowToTests(narrowUnits(plan), own);
  const choice = { layer: "head", reuse: true, detail: "base's code in its files", ...patience } as const;
  return (await runner.run("R1", composeTexts(git, head, texts), selections, choice)).run;
}

/** So many files are tried by themselves. */
const APART = 3;

/**
 * RED tests of a fix whose files cannot be loaded over base's code, over that code with what head declares beside it: they name a new type
 * or function, and show there what is mended. Where head's new code does not fit base's, it only fails; where the tests of one file fit
 * neither, those of each file are run by themselves. Null where one is RED over base's code itself, or nothing can be grafted on.
 */
async function runGrafted(
  { subject, plan, tools, runner }: Proving,
  r1: SuiteRun | null,
  ids: readonly string[],
  patience: Patience,
): Promise<SuiteRun | null> {
  if (r1 === null || !isUnreadAlone(r1, ids)) return null;
  const code = codeOf(subject);
  const graft = (isEmpty: boolean) => askAll(tools, code, (tool, own) => tool.graft?.(own, isEmpty));
  const [whole, empty] = [await graft(false), await graft(true)];
  if (whole.length === 0 && code.every((file) => file.base !== null)) return null;
  const files = [...new Set(ids.map(fileOf))];
  const alone = files.length > 1 ? files.slice(0, APART).map((file) => ids.filter((id) => fileOf(id) === file)) : [];
  /** Of all files together the one that has reached a test, which tells more than one that was not compiled. */
  let told: { readonly run: SuiteRun; readonly hasTests: boolean } | null = null;
  for (const own of [ids, ...alone]) {
    const without = new Set(files).difference(new Set(own.map(fileOf)));
    const selections = narrowToTests(narrowUnits(plan), own);
    for (const grafted of empty.length === 0 ? [whole] : [whole, empty]) {
      const detail = `base's code, with head's new names${grafted === empty ? ", which only fail" : ""}`;
      const choice = { layer: "head", reuse: true, detail, ...patience } as const;
      const { run } = await runner.run("R1", overBase(subject, { code, grafted, without }), selections, choice);
      const results = byId(run);
      if (own.some((id) => isSeenBroken(results.get(id)))) return run;
      const hasTests = own.some((id) => results.has(id));
      if (told === null || (own === ids && hasTests && !told.hasTests)) told = { run, hasTests };
      // What runs, and passes, has nothing more to show.
      if (hasTests) break;
    }
  }
  return told?.run ?? null;
}

interface Composed {
  readonly code: readonly ChangedSource[];
  readonly grafted: readonly SourceFile[];
  /** Files of tests that are as in base. */
  readonly without: ReadonlySet<string>;
}

function overBase({ git, head, changes }: Proving["subject"], { code, grafted, without }: Composed): string {
  const texts = new Map([
    ...code.flatMap((file) => (file.base === null ? [] : [[file.path, file.base] as const])),
    ...grafted.map(({ path, text }) => [path, text] as const),
  ]);
  const others = changes.filter(({ path, role }) => without.has(path) && role === "test");
  return editTree(
    git,
    composeTexts(
      git,
      head,
      [...texts].map(([path, text]) => ({ path, text })),
    ),
    others.map(({ path, base }) => ({ path, entry: base })),
  );
}
