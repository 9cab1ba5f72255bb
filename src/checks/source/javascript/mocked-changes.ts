import type { MockedChange, Signal } from "../port.ts";
import { type ChangedNames, changedNames } from "./changed-names.ts";
import { createModules, type Modules, type Place } from "./module-places.ts";
import { parseSource, parseSources } from "./parse.ts";
import { asksForReal } from "./real-asks.ts";
import { createScope } from "./registrations.ts";
import { type Answer, replacedIn } from "./replaced.ts";
import { cut } from "./signals.ts";

/** An answer of a test-side file in the place of something that the change adds or edits. */
interface Mocked {
  readonly place: Place;
  /** Members of it that changed: one of them has to be asked for, where there are any. */
  readonly members: readonly string[];
  readonly signal: Signal;
}

/**
 * Code that works for the tests alone because they answer for it themselves. Mocking what the code under test stands on is what
 * mocks are for; what this change adds or edits there has to be asked for real by another test.
 */
export async function mockedChanges(change: MockedChange): Promise<Signal[]> {
  const modules = createModules(change);
  const mocked = await mockedIn(change, await changedIn(change), modules);
  const real = await asksForReal(change, modules, mocked);
  const found = mocked.filter((one) => !real.has(one)).map(({ signal }) => signal);
  return [...new Map(found.map((signal) => [`${signal.path}:${signal.line}`, signal])).values()];
}

/** What the change adds or edits, by file. */
export async function changedIn(change: MockedChange): Promise<ReadonlyMap<string, ChangedNames>> {
  const before = await parseSources(change.before);
  return new Map((await parseSources(change.code)).map((source) => [source.path, changedNames(before, source)]));
}

async function mockedIn(
  { tests }: MockedChange,
  changed: ReadonlyMap<string, ChangedNames>,
  modules: Modules,
): Promise<Mocked[]> {
  const found: Mocked[] = [];
  for (const { path, base, head } of tests) {
    const source = await parseSource({ path, text: head });
    if (source === null) continue;
    const old = base === null ? null : await parseSource({ path, text: base });
    const known = new Set(old === null ? [] : replacedIn(createScope(old)).answers.map((one) => keyOf(one, old)));
    for (const answer of replacedIn(createScope(source)).answers) {
      if (answer.isSilent) continue;
      const isKnown = known.has(keyOf(answer, source));
      const places = await modules.placesOf(path, answer.module, answer.path);
      for (const place of places.flatMap((one) => changedAt(one, changed, isKnown))) {
        const excerpt = cut(source.textOf(answer.node).replace(/\s+/g, " ").trim());
        const line = answer.node.loc?.start.line ?? 1;
        const members =
          place.path.length > 1 ? [] : (changed.get(place.file)?.changedMembers(place.path[0] ?? "") ?? []);
        found.push({ place, members, signal: { kind: "mocked_change", path, line, excerpt } });
      }
    }
  }
  return found;
}

const keyOf = ({ module, path, node }: Answer, source: { normalised(node: Answer["node"]): string }): string =>
  `${module} ${path.join(".")} ${source.normalised(node)}`;

/** What changed at a place, a whole module by its names. An answer that base gave as well counts for what base did not have. */
function changedAt(place: Place, changed: ReadonlyMap<string, ChangedNames>, isKnown: boolean): Place[] {
  const names = changed.get(place.file);
  if (names === undefined) return [];
  const paths = place.path.length === 0 ? [...names.exported].map((name) => [name]) : [place.path];
  const isMeant = isKnown ? names.isAdded : names.isChanged;
  return paths.filter((path) => isMeant(path)).map((path) => ({ file: place.file, path }));
}
