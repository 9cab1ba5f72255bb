import type { SourceTool } from "../../../checks/source/port.ts";
import type { DisguiseFacts } from "../../../core/proof/disguise.ts";
import { fileOf } from "../../../core/proof/test-ids.ts";
import { byId, type RedSearch } from "../../../core/proof/red.ts";
import type { SuiteRun } from "../../../schema/report.ts";
import { SURROUNDINGS, type Asking, type ChangedSource, type Surrounding } from "../../../schema/source.ts";
import type { Git } from "../../../util/git/git.ts";
import { TESTS_IN_CODE } from "../../../core/proof/tests-in-code.ts";
import { askAll } from "../ask-tools.ts";
import { composeTexts } from "../compose.ts";
import { createTextWatch } from "../text-watch.ts";
import type { TreeReader } from "../tree-reader.ts";

export interface DisguiseHost {
  readonly git: Git;
  readonly head: TreeReader;
  readonly tools: readonly SourceTool[];
  readonly changed: readonly ChangedSource[];
  readonly changedTests: readonly string[];
  /** Runs tests by id over a tree, in an environment that tells nothing of a check. */
  run(tree: string, ids: readonly string[], detail: string): Promise<SuiteRun>;
}

/**
 * Whether the change does its work where no tests run, too: the RED tests once more, while what head newly asks of its
 * surroundings is answered as there. One run where it asks at all; what fails is compared with a run whose answers are the
 * usual ones, and told apart by what was hidden.
 */
export async function runDisguised(host: DisguiseHost, search: RedSearch | null): Promise<DisguiseFacts | null> {
  const ids = [...(search?.red.keys() ?? [])];
  const { asks } = ids.length === 0 ? { asks: [] } : await disguise(host, SURROUNDINGS);
  if (asks.length === 0) return null;
  const about = SURROUNDINGS.filter((one) => asks.some((asking) => asking.about === one));
  const first = await notPassing(host, about, ids);
  // Once more without the others, which may have left something to a test after them.
  const failing = first.length === 0 || first.length === ids.length ? first : await notPassing(host, about, first);
  const without = new Set(failing.length === 0 ? [] : await notPassing(host, [], failing));
  const kept = failing.filter((id) => !without.has(id));
  const causes = await causesOf(host, about, kept);
  const told = [...causes].flatMap(([id, found]) => {
    const left = found.filter((one) => !isSaid(host, id, asks, one));
    return left.length === 0 ? [] : [[id, left] as const];
  });
  return { asks, allPass: failing.length === 0, failing: new Map(told) };
}

async function disguise(
  { tools, changed }: DisguiseHost,
  hidden: readonly Surrounding[],
): Promise<{ texts: { path: string; text: string }[]; asks: Asking[] }> {
  const texts = await askAll(tools, changed, (tool, own) => tool.disguise?.(own, hidden));
  return { texts, asks: texts.flatMap(({ asks }) => asks) };
}

async function notPassing(
  host: DisguiseHost,
  hidden: readonly Surrounding[],
  ids: readonly string[],
): Promise<readonly string[]> {
  const { texts } = await disguise(host, hidden);
  const detail = hidden.length === 0 ? "nothing hidden" : `hidden: ${hidden.join(", ")}`;
  const results = byId(await host.run(composeTexts(host.git, host.head, texts), ids, detail));
  // A compiled test that did not run at all says that it was not compiled: the answers do not have the types that are asked for.
  const missing = (id: string): string => (COMPILED.test(fileOf(id)) ? "unknown" : "failed");
  return ids.filter((id) => (results.get(id)?.status ?? missing(id)) === "failed");
}

const COMPILED = /\.(?:go|rs|java|kt)$/;

/** For each test what it fails for by itself; all of it where only several together make it fail. */
async function causesOf(
  host: DisguiseHost,
  about: readonly Surrounding[],
  ids: readonly string[],
): Promise<Map<string, readonly Surrounding[]>> {
  const causes = new Map(ids.map((id) => [id, new Set<Surrounding>()]));
  if (ids.length === 0 || about.length === 1) return new Map(ids.map((id) => [id, about]));
  for (const one of about) {
    for (const id of await notPassing(host, [one], ids)) causes.get(id)?.add(one);
  }
  return new Map([...causes].map(([id, found]) => [id, found.size === 0 ? about : [...found]]));
}

/** How a test speaks of it besides by the names that the code asks for. */
const SPOKEN: Partial<Record<Surrounding, RegExp>> = {
  terminal: /\btty|terminal|interactive|\bpiped?\b/i,
  stack: /stack|trace/i,
  mode: /production|development/i,
};

/** A test that speaks of it sets it, or says that it means just this. */
function isSaid(host: DisguiseHost, id: string, asks: readonly Asking[], about: Surrounding): boolean {
  const words = asks.flatMap((asking) => (asking.about === about ? asking.words : []));
  const patterns: RegExp[] = [
    ...(words.length === 0
      ? []
      : [new RegExp(String.raw`\b(?:${words.map((word) => RegExp.escape(word)).join("|")})\b`)]),
    SPOKEN[about] ?? [],
  ].flat();
  const asking = new Set(asks.map(({ path }) => path));
  const head: Pick<TreeReader, "read" | "paths"> = {
    paths: host.head.paths,
    read: (path) => (asking.has(path) ? testsInCode(host.head.read(path) ?? "") : host.head.read(path)),
  };
  return patterns.some((pattern) => createTextWatch(head, host.changedTests, pattern)(fileOf(id)));
}

/** What the code itself says is none of its tests' words. */
function testsInCode(text: string): string {
  const at = text.search(TESTS_IN_CODE);
  return at === -1 ? "" : text.slice(at);
}
