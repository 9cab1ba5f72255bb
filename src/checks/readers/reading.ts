import type { RunReport } from "../../schema/report.ts";

/** A report that some other tool wrote. `problems` says why it is not complete; empty exactly when it is. */
export interface ReportReading {
  readonly report: RunReport;
  readonly problems: readonly string[];
}

export function readingOf(parts: Omit<RunReport, "complete">, problems: readonly string[]): ReportReading {
  return { report: { complete: problems.length === 0, ...parts }, problems };
}

export const SIZE_LIMIT_BYTES = 64 * 2 ** 20;
export const TEXT_LIMIT = 2000;

/** Decodes strictly and bounded; answers null after naming the problem. */
export function decodeText(source: Uint8Array, problems: string[]): string | null {
  if (source.length > SIZE_LIMIT_BYTES) {
    problems.push(`${source.length} bytes are more than ${SIZE_LIMIT_BYTES}`);
    return null;
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(source);
  } catch {
    problems.push("the report is not UTF-8");
    return null;
  }
}
