import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readGoTestJson } from "../../../src/checks/readers/go-test-json.ts";
import { readJunit } from "../../../src/checks/readers/junit.ts";
import type { ReportReading } from "../../../src/checks/readers/reading.ts";
import { readTap } from "../../../src/checks/readers/tap.ts";

export const sample = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, "../../fixtures/report-samples", name));

/** Reads a sample by what its name says. */
export async function readSample(name: string, bytes: Uint8Array = sample(name)): Promise<ReportReading> {
  if (name.endsWith(".tap")) return readTap(bytes);
  return name.endsWith(".ndjson") ? readGoTestJson(bytes) : readJunit([bytes]);
}

/** `id status kind name` of every test, the failures' texts left out. */
export const outline = ({ report }: ReportReading): string[] =>
  report.tests.map(({ id, status, failure }) =>
    [id, status, failure?.kind, failure?.name].filter((part) => part !== undefined).join(" | "),
  );
