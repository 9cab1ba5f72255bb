import type { SuiteRun } from "../../schema/report.ts";

const SHOWN = 200;
/** How a compiler begins to say what is wrong; what follows is where, and notes. */
const COMPILER = /^(?:error(?:\[E\d+\])?:|\S+\.\w+:\d+:\d+:)/;

/** Why a file could not be loaded: in the first words of a compiler, else in the last of whoever tried; null when it could. */
export function whyUnread({ report }: SuiteRun, concerns: (file: string) => boolean): string | null {
  const error = report.fileErrors.find(({ file }) => concerns(file));
  if (error === undefined) return null;
  const lines = error.message.split("\n").filter((line) => line.trim() !== "");
  const line = lines.find((one) => COMPILER.test(one.trim())) ?? lines.at(-1) ?? "";
  return `${error.file}: ${line.trim().slice(0, SHOWN)}`;
}
