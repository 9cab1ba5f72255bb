import type { SourceFile } from "../../../schema/source.ts";
import { LONGEST_LINE } from "../../text/by-hand.ts";
import { bodyAt, hasTitle, titleOf, wordsOfTitle } from "./test-titles.ts";

/** New tests that hold whatever the code does which the change adds, and that call it. */
export interface CalledInVain {
  readonly path: string;
  readonly ids: readonly string[];
  /** What they call. */
  readonly names: readonly string[];
}

/** What such a test is about holds where nothing is done, too. */
const OF_NOTHING =
  /n't\b|\b(?:not|no|never|nothing|none|without|ignor\w*|skip\w*|leav\w*|keeps?|unchanged|untouched|prevent\w*|cancel\w*|stop\w*|before|until|mutat\w*|empty|dont|doesnt)\b/i;

/** Of these tests, which hold whatever the change's code does, those that call by its name what the change adds. */
export function calledInVain(
  files: readonly SourceFile[],
  ids: readonly string[],
  added: ReadonlySet<string>,
): CalledInVain[] {
  return files.flatMap(({ path, text }): CalledInVain[] => {
    const own = ids.filter((id) => id.startsWith(`${path}::`));
    const lines = text.split("\n");
    const called = lines.flatMap((line, at) => {
      const title = titleOf(line);
      if (title === null || OF_NOTHING.test(wordsOfTitle(title))) return [];
      if (!own.some((id) => hasTitle(id, title))) return [];
      const names = bodyAt(path, lines, at).flatMap((one) => callsIn(one, added));
      return names.length === 0 ? [] : [{ title, names }];
    });
    const vain = own.filter((id) => called.some(({ title }) => hasTitle(id, title)));
    const names = [...new Set(called.flatMap((one) => one.names))];
    return vain.length === 0 ? [] : [{ path, ids: vain, names }];
  });
}

const callsIn = (line: string, names: ReadonlySet<string>): string[] =>
  line.length > LONGEST_LINE
    ? []
    : [...line.matchAll(/\b(\w+)\(/g)].flatMap(([, name = ""]) => (names.has(name) ? [name] : []));
