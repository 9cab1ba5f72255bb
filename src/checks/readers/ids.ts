import type { TestResult } from "../../schema/report.ts";

/** A test as a reader found it, before it has an id. */
export interface FoundTest {
  readonly file: string;
  readonly path: readonly string[];
  readonly project: string | null;
  readonly status: TestResult["status"];
  readonly failure: NonNullable<TestResult["failure"]> | null;
  readonly durationMs: number;
}

/**
 * Gives ids: `<file>::<suite> > <title>`, with ` [project]` where a file ran in more than one project, and ` #2`, ` #3` for
 * repeated ones in order of appearance.
 */
export function withIds(found: readonly FoundTest[]): TestResult[] {
  const several = filesInSeveralProjects(found);
  const counts = new Map<string, number>();
  return found.map(({ file, path, project, status, failure, durationMs }) => {
    const plain = `${file}::${path.join(" > ")}${several.has(file) && project !== null ? ` [${project}]` : ""}`;
    const count = (counts.get(plain) ?? 0) + 1;
    counts.set(plain, count);
    const id = count === 1 ? plain : `${plain} #${count}`;
    if (status !== "failed") return { id, file, status, durationMs };
    return { id, file, status, failure: failure ?? { kind: "error", name: "Error", message: "" }, durationMs };
  });
}

function filesInSeveralProjects(found: readonly FoundTest[]): Set<string> {
  const several = new Set<string>();
  const first = new Map<string, string | null>();
  for (const { file, project } of found) {
    if (!first.has(file)) first.set(file, project);
    else if (first.get(file) !== project) several.add(file);
  }
  return several;
}
