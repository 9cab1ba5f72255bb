import type { Baseline } from "../../core/proof/baseline.ts";
import { byId, isAssertionFailure } from "../../core/proof/red.ts";
import type { Unread } from "../../core/proof/looks/unread.ts";
import type { SuiteRun } from "../../schema/report.ts";
import type { ChangedSource, MutatedSource } from "../../schema/source.ts";
import { askAll } from "./ask-tools.ts";
import { composeTexts } from "./compose.ts";
import { runOld } from "./old-tests.ts";
import type { Proving } from "./proving.ts";
import type { RedHost } from "./runs/red-host.ts";
import { testSides } from "./text-watch.ts";
import { openTree, type TreeReader } from "./tree-reader.ts";
import { variedTexts } from "./looks/varied.ts";

/** Base's tests over head's code, and those of them that base had green and that hold there. */
export interface OldTests {
  readonly r2: SuiteRun;
  readonly tree: string;
  readonly ids: readonly string[];
}

/**
 * Whether what such a function answers was settled before: base has it, base's own tests fail where it answers otherwise, and each new
 * test that gets its answers fails where it does what base's did: what is new in it is looked at in another way. Costs two runs at most.
 */
export async function isPinned(
  proof: Pick<Proving, "subject" | "plan" | "runner">,
  host: RedHost,
  one: Unread,
  old: OldTests,
): Promise<boolean> {
  const text = await asBaseHas(host, one);
  if (text === null || old.ids.length === 0) return false;
  const tree = composeTexts(host.git, host.head, [{ path: one.path, text }]);
  const results = byId(await host.run(tree, one.ids, `${one.symbol} as base has it`));
  return one.ids.every((id) => isAssertionFailure(results.get(id))) && (await heldByOld(proof, host, one, old));
}

async function heldByOld(
  proof: Pick<Proving, "subject" | "plan" | "runner">,
  { git, tools, changed }: RedHost,
  { symbol }: Unread,
  { r2, tree, ids }: OldTests,
): Promise<boolean> {
  const reader = openTree(git, tree);
  const asked = namedIn(reader, ids, symbol);
  const code = changed.map(({ path, head }) => ({ path, text: head }));
  const tests = [...testSides(asked, reader), ...code];
  const texts = await variedTexts(tools, changed, { tests, isLoud: false, only: [symbol] });
  if (texts.length === 0) return false;
  const run = { side: "head", tree: composeTexts(git, reader, texts), ids: asked, isOtherwise: true } as const;
  const { report } = await runOld(proof, r2, { ...run, detail: `${symbol} answers base's tests otherwise` });
  const wanted = new Set(asked);
  return report.tests.some((test) => wanted.has(test.id) && isAssertionFailure(test));
}

/** Those of files that name the function, or where none does all: a program may ask it for them. */
function namedIn(reader: TreeReader, ids: readonly string[], symbol: string): readonly string[] {
  const name = symbol.split(/\W+/).at(-1) ?? symbol;
  const word = new RegExp(String.raw`(?<![\w$])${RegExp.escape(name)}(?![\w$])`);
  const named = ids.filter((id) => testSides([id], reader).some(({ text }) => word.test(text)));
  return named.length > 0 ? named : ids;
}

/** Head's file with what base says in this one function; null where base has none of that name, or several. */
async function asBaseHas({ tools, changed }: RedHost, { path, symbol }: Unread): Promise<string | null> {
  const file = changed.find((source) => source.path === path);
  if (file === undefined || file.base === null) return null;
  const bodyIn = async (source: ChangedSource): Promise<MutatedSource | null> => {
    const all = await askAll(tools, [source], (tool, own) => tool.mutants(own));
    const [body, ...more] = all.filter((mutant) => mutant.symbol === symbol);
    return more.length > 0 ? null : (body ?? null);
  };
  const [now, before] = [await bodyIn(file), await bodyIn({ path, base: null, head: file.base })];
  if (now === null || before === null) return null;
  const [head, base] = [file.head.split("\n"), file.base.split("\n")];
  const kept = base.slice(before.line - 1, before.end_line);
  return [...head.slice(0, now.line - 1), ...kept, ...head.slice(now.end_line)].join("\n");
}

/** Of base's tests over head (`tree`) those that hold as before. */
export function oldTests({ r2, r3, baseline }: Shown, tree: string | null): OldTests {
  const isRun = tree !== null && r3 !== null && r2.units.every(({ level }) => level === "P3");
  const held = isRun
    ? r3.report.tests.filter(({ id, status }) => status === "passed" && baseline.green.has(id)).map(({ id }) => id)
    : [];
  return { r2, tree: tree ?? r2.tree, ids: held };
}

interface Shown {
  readonly r2: SuiteRun;
  readonly r3: SuiteRun | null;
  readonly baseline: Pick<Baseline, "green">;
}
