import type { TestResult } from "../../schema/report.ts";

/** A test as a reader found it, before it has an id. */
export interface FoundTest {
  readonly file: string;
  readonly path: readonly string[];
  readonly project: string | null;
  readonly status: TestResult["status"];
  readonly failure: NonNullable<TestResult["failure"]> | null;
  readonly tries?: number | undefined;
  readonly durationMs: number;
}

/**
 * Gives ids: `<file>::<suite> > <title>`, with ` [project]` where a file ran in more than one project, and ` #2`, ` #3` for
 * repeated ones in order of appearance.
 */
export function withIds(found: readonly FoundTest[]): TestResult[] {
  const several = filesInSeveralProjects(found);
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  return found.map(({ file, path, project, status, failure, tries, durationMs }) => {
    const plain = `${file}::${path.length === 1 ? path[0] : path.join(" > ")}${several.has(file) && project !== null ? ` [${project}]` : ""}`;
    const id = seen.size === seen.add(plain).size ? `${plain} #${repeated(counts, plain)}` : plain;
    if (status !== "failed") return { id, file, status, ...(tries === undefined ? {} : { tries }), durationMs };
    return { id, file, status, failure: failure ?? { kind: "error", name: "Error", message: "" }, durationMs };
  });
}

/** Which appearance this is of an id that was there before. */
function repeated(counts: Map<string, number>, id: string): number {
  const count = (counts.get(id) ?? 1) + 1;
  counts.set(id, count);
  return count;
}

function filesInSeveralProjects(found: readonly FoundTest[]): Set<string> {
  const several = new Set<string>();
  if (found.every(({ project }) => project === null)) return several;
  const first = new Map<string, string | null>();
  for (const { file, project } of found) {
    if (!first.has(file)) first.set(file, project);
    else if (first.get(file) !== project) several.add(file);
  }
  return several;
}
