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
  const projects = new Map<string, Set<string | null>>();
  for (const { file, project } of found) projects.set(file, (projects.get(file) ?? new Set()).add(project));
  const counts = new Map<string, number>();
  return found.map(({ file, path, project, status, failure, durationMs }) => {
    const several = project !== null && (projects.get(file)?.size ?? 0) > 1;
    const plain = `${file}::${path.join(" > ")}${several ? ` [${project}]` : ""}`;
    const count = (counts.get(plain) ?? 0) + 1;
    counts.set(plain, count);
    return {
      id: count === 1 ? plain : `${plain} #${count}`,
      file,
      status,
      ...(status === "failed" ? { failure: failure ?? { kind: "error", name: "Error", message: "" } } : {}),
      durationMs,
    };
  });
}
