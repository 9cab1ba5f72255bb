import type { SuiteRun } from "../../schema/report.ts";

const SHOWN = 200;
/** How a compiler begins to say what is wrong; what follows is where, and notes. */
const COMPILER = /^(?:error(?:\[E\d+\])?:|\S+\.\w+:\d+:\d+:)/;
const THROWN = /^(?:\w+\.)*(?:[A-Z]\w*)?(?:Error|Exception)\b/;

/** Why a file could not be loaded: in the first words of a compiler, else by the error's name, else in the first of whoever tried; null when it could. */
export function whyUnread({ report }: SuiteRun, concerns: (file: string) => boolean): string | null {
  const error = report.fileErrors.find(({ file }) => concerns(file));
  return error === undefined ? null : `${error.file}: ${reasonOf(error.message)}`;
}

/** Which files cannot be loaded, those of one reason together: a package that does not compile takes all of its files along. */
export function unreadFiles(errors: SuiteRun["report"]["fileErrors"]): { first: string; message: string }[] {
  const reasons = Map.groupBy(errors, ({ message }) => reasonOf(message));
  return [...reasons].map(([reason, [one, ...more]]) => {
    const first = one?.file ?? "";
    const files = more.length === 0 ? first : `${first} and ${more.length} more`;
    return { first, message: `${files} cannot be loaded: ${reason}` };
  });
}

function reasonOf(message: string): string {
  const lines = message.split("\n").map((line) => line.trim());
  const told = [COMPILER, THROWN, /^[^#\s]/].map((pattern) => lines.find((line) => pattern.test(line)));
  return (told.find((line) => line !== undefined) ?? lines[0] ?? "").slice(0, SHOWN);
}
