import type { SuiteRun } from "../../schema/report.ts";

const SHOWN = 200;

/** Why a file could not be loaded, in the last words of whoever tried; null when it could. */
export function whyUnread({ report }: SuiteRun, concerns: (file: string) => boolean): string | null {
  const error = report.fileErrors.find(({ file }) => concerns(file));
  if (error === undefined) return null;
  const lines = error.message.split("\n").filter((line) => line.trim() !== "");
  return `${error.file}: ${(lines.at(-1) ?? "").trim().slice(0, SHOWN)}`;
}
