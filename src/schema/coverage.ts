import { z } from "zod";
import { Count } from "./primitives.ts";

const LineNumber = z.number().int().positive();

/**
 * What ran of one file, whatever tool measured it. `path` as the tool wrote it until the harness makes it relative to the
 * tree. Numbers are recounted from lines and branches, never taken from a tool's sums.
 */
export const FileCoverage = z.strictObject({
  path: z.string().min(1),
  /** Executable lines with how often each ran, ascending, each line once. */
  lines: z.array(z.tuple([LineNumber, Count])),
  /** Lines that branch: how many branches begin there, and how many of them were taken. */
  branches: z.array(z.tuple([LineNumber, Count, Count])),
  /** The names of those that were not, where the tool tells them: what several runs took can then be put together. */
  missing: z.array(z.tuple([LineNumber, z.array(z.string())])).optional(),
});
export type FileCoverage = z.infer<typeof FileCoverage>;

export const Coverage = z.strictObject({ files: z.array(FileCoverage) });
export type Coverage = z.infer<typeof Coverage>;

/** Sums of a report without lines (Istanbul's summary): enough for a project, never for changed lines. */
export const CoverageSummary = z.strictObject({
  files: z.array(
    z.strictObject({
      path: z.string().min(1),
      lines: z.tuple([Count, Count]),
      branches: z.tuple([Count, Count]),
    }),
  ),
});
export type CoverageSummary = z.infer<typeof CoverageSummary>;
