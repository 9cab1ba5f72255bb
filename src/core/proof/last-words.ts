const ERROR_LINE = /^\s*(?:[\w.]*(?:Error|Exception|error|ERROR)(?:\[\w+\])?:|panicked at )/;
/** Maven says why it failed, and below it how to find out more. */
const MAVEN_CAUSE =
  /^\[(?:ERROR|FATAL)\] (?=Failed to execute goal|Some problems|The build could not|Non-resolvable|Plugin |No goals|Error (?:resolving|assembling))/m;
const MAVEN_PREFIX = /^\[(?:ERROR|FATAL)\] ?/gm;
// oxlint-disable-next-line no-control-regex
const COLOURS = /\x1b\[[\d;]*m/g;

/** What a program said at its end: the last line that names an error, else the last with words in it: tables end with a rule. */
export function lastWord(text: string): string {
  const [cause] = mavenCause(text) ?? [];
  if (cause !== undefined) return cause.slice(0, 200);
  const lines = text.trimEnd().split("\n");
  return (lines.findLast((line) => ERROR_LINE.test(line)) ?? lines.findLast((line) => /[\p{L}\d]/u.test(line)) ?? "")
    .trim()
    .slice(0, 200);
}

/** At most so many lines of what a program said at its end. */
export function lastLines(text: string, most: number): string {
  return (mavenCause(text)?.slice(0, most) ?? text.split("\n").slice(-most)).join("\n");
}

/** Why Maven failed, in lines with words in them; null where it says nothing of the kind. */
function mavenCause(text: string): string[] | null {
  const plain = text.replaceAll(COLOURS, "");
  const at = plain.search(MAVEN_CAUSE);
  if (at === -1) return null;
  const said = plain.slice(at).split(/ -> \[Help \d+\]/)[0] ?? "";
  return said
    .replaceAll(MAVEN_PREFIX, "")
    .split("\n")
    .filter((line) => line.trim() !== "");
}
