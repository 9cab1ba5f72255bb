import { mutantStatus } from "../../../core/proof/further.ts";
import {
  givenMembers,
  givenNames,
  hasSetter,
  isOfTheWorld,
  isPatchedAnew,
  nameOf,
  type StandIn,
  worksInPlace,
} from "../../../core/proof/looks/stand-ins.ts";
import { patienceFor } from "../../../core/proof/patience.ts";
import type { MutatedSource } from "../../../schema/source.ts";
import { askAll } from "../ask-tools.ts";
import { composeTexts } from "../compose.ts";
import type { NewTests, Proving } from "../proving.ts";
import type { RedHost } from "../runs/red-host.ts";
import { testSides } from "../text-watch.ts";
import { narrowToTests, narrowUnits, wholeUnit } from "../units.ts";

/** Each costs a run, and one of the whole suite where the first shows nothing: for those there is this much time. */
const MOST_TRIED = 8;
const WHOLE_RUNS_MS = 120_000;

/**
 * Changed functions that no test needs, while the tests give something of their own the same name: a double, a subclass, a patch.
 * Doubles are for what the code under test stands on; what the change is about has to be asked itself.
 */
export async function findStandIns(
  { subject, plan, tools, runner }: Proving,
  { changed }: Pick<RedHost, "changed">,
  { r2, subjects, patience }: NewTests,
): Promise<StandIn[]> {
  const { git, head } = subject;
  const beside = subject.changes
    .filter(({ role, head }) => role.startsWith("test") && head !== null)
    .map(({ path }) => path);
  const before = changed.map(({ base: text }) => text ?? "").join("\n");
  const code = new Map(changed.map(({ path, head: text }) => [path, text]));
  const tests = testSides(subjects, head, beside).map(({ path, text }) => ({
    path,
    text: testsIn(text, code.has(path)),
  }));
  const given = givenNames(tests);
  const written = new Set([...code.values()].flatMap((text) => text.match(/\w+/g) ?? []));
  if (![...given.keys()].some((name) => written.has(name))) return [];
  const mutants = await askAll(tools, changed, (tool, own) => tool.mutants(own));
  const candidates = mutants.flatMap((mutant) => {
    const name = nameOf(mutant.symbol);
    const by = given.get(name);
    if (by === undefined || hasSetter(name, code.get(mutant.path) ?? "")) return [];
    const [, path = "", line] = /^(.*):(\d+)$/.exec(by) ?? [];
    const works = worksInPlace(mutant.symbol, head.read(path) ?? "", Number(line));
    const text = code.get(mutant.path) ?? "";
    const body = bodyOf(mutant, text);
    if (!works && isOfTheWorld(name, body, givenMembers(text, tests))) return [];
    return [{ mutant, by, works, isPatched: isPatchedAnew(name, body, before, tests) }];
  });
  const passing = r2.report.tests.filter(({ status }) => status === "passed").map(({ id }) => id);
  const survives = async ({ path, text, symbol }: MutatedSource, ids: readonly string[], isWhole: boolean) => {
    const tree = composeTexts(git, head, [{ path, text }]);
    const selections = isWhole ? plan.head.map(wholeUnit) : narrowToTests(narrowUnits(plan), ids);
    const limits = isWhole ? patienceFor(r2, ids) : patience;
    const choice = { layer: "head", reuse: true, detail: `without ${symbol}`, ...limits } as const;
    return mutantStatus((await runner.run("R6", tree, selections, choice)).run, ids) === "survived";
  };
  const found: StandIn[] = [];
  let wholeRuns = Math.max(1, Math.floor(WHOLE_RUNS_MS / r2.durationMs));
  for (const { mutant, by, works, isPatched } of candidates.slice(0, MOST_TRIED)) {
    if (wholeRuns === 0) break;
    if (!(await survives(mutant, subjects, false))) continue;
    const isAny = !works && !isPatched;
    if (isAny) wholeRuns -= 1;
    if (isAny && !(await survives(mutant, passing, true))) continue;
    const { path, symbol, line } = mutant;
    found.push({ path, symbol, line, by, works, isPatched });
  }
  return found;
}

const bodyOf = ({ line, end_line }: MutatedSource, text: string): string =>
  text
    .split("\n")
    .slice(line - 1, end_line)
    .join("\n");

/** Of code only the tests that stand in it: in Rust they stand below; their lines stay where they are. */
function testsIn(text: string, isCode: boolean): string {
  if (!isCode) return text;
  const cut = text.search(/#\[cfg\((?:all\()?test\b/);
  return cut < 0 ? "" : text.slice(0, cut).replace(/[^\n]/g, "") + text.slice(cut);
}
