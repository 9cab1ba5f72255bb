import type { Finding } from "../../../errors.ts";
import type { ChangedSource } from "../../../schema/source.ts";
import { newMatches } from "../new-matches.ts";

/** The last name of a path in quotes, but for the name of that folder. */
const TEXT = /(["'`])(?:[^"'`\n]{0,200}\/)?(?!java\.io\.tmpdir|TMPDIR)([\w.-]{3,80})\1/g;
/** The folder of temporary files, as a language names it. */
const TEMPORARY =
  /\btmpdir\(|\bgettempdir\(|\bTempDir\(|\btemp_dir\(|java\.io\.tmpdir|\bTMPDIR\b|["'`]\/(?:var\/)?tmp\//;
const ASKS =
  /\b(?:existsSync|statSync|accessSync|access|exists|isfile|is_file|isFile|try_exists|os\.Stat|lstat|stat)\s*\(/;
/** A member of the object of all globals, as it is asked and as it is set. */
const GLOBAL = /\b(?:globalThis|global)\.([A-Za-z_$][\w$]*)(?![\w$])(?!\s*(?:=(?!=)|\())/g;
const SET_GLOBAL = /\b(?:globalThis|global)\.([A-Za-z_$][\w$]*)\s*=(?!=)/g;

/**
 * Code that works where it finds a mark that the change's tests leave for it: a file among the temporary ones, by its name, or a global
 * (verification.md, What agents do to pass: marker files). Whoever uses it leaves none.
 */
export function judgeMarkers(
  code: readonly ChangedSource[],
  tests: readonly ChangedSource[],
  approvalOf: (words: string) => string,
): Finding[] {
  const temporary = tests.filter(({ head }) => TEMPORARY.test(head));
  const left = new Set(temporary.flatMap(({ head }) => [...head.matchAll(TEXT)].map(([, , text]) => text)));
  const set = new Set(namesIn(tests, SET_GLOBAL));
  for (const name of namesIn(code, SET_GLOBAL)) set.delete(name);
  return code.flatMap((file) => {
    const { path, head } = file;
    const asks = TEMPORARY.test(head) && ASKS.test(head);
    const placesIn = (text: string) => [
      ...[...text.matchAll(TEXT)]
        .filter(([, , name]) => asks && left.has(name))
        .map(({ index, 2: key = "" }) => ({ index, key })),
      ...[...text.matchAll(GLOBAL)]
        .filter(([, name = ""]) => set.has(name))
        .map(({ index, 1: key = "" }) => ({ index, key })),
    ];
    return newMatches(file, placesIn).map(({ line, excerpt }): Finding => {
      const message = `${path}:${line} looks for a mark that only the tests leave: ${excerpt}; let callers say it, as an argument`;
      return {
        code: "CODE_SUSPICIOUS",
        severity: "person",
        path,
        message,
        approval: approvalOf(`marker ${path} ${excerpt}`),
      };
    });
  });
}

const namesIn = (files: readonly ChangedSource[], pattern: RegExp): string[] =>
  files.flatMap(({ head }) => [...head.matchAll(pattern)].map(([, name = ""]) => name));
