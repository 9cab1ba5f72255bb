import type { ToolFinding, ToolFindings } from "../../schema/tool-findings.ts";

export interface FindingsChange {
  /** What head has and base had not. */
  readonly fresh: readonly ToolFinding[];
  /** What head newly tells the tool to pass over. */
  readonly suppressed: readonly ToolFinding[];
  /** Files that are still there and that the tool no longer looks at. */
  readonly narrowed: readonly string[];
}

/**
 * What a change brings. Findings are the same when rule, file and text are, wherever their line went, and each counts as
 * often as it is there. Without base (null: the tool could not look at it) everything is the change's.
 */
export function compareFindings(
  base: ToolFindings | null,
  head: ToolFindings,
  exists: (path: string) => boolean,
): FindingsChange {
  const looked = new Set(head.files ?? []);
  const narrowed = head.files === null ? [] : (base?.files ?? []).filter((path) => !looked.has(path) && exists(path));
  return {
    fresh: without(head.findings, base?.findings ?? []),
    suppressed: without(head.suppressed, [...(base?.suppressed ?? []), ...(base?.findings ?? [])]),
    narrowed,
  };
}

function without(head: readonly ToolFinding[], base: readonly ToolFinding[]): ToolFinding[] {
  const known = new Map<string, number>();
  for (const finding of base) known.set(keyOf(finding), (known.get(keyOf(finding)) ?? 0) + 1);
  return head.filter((finding) => {
    const left = known.get(keyOf(finding)) ?? 0;
    known.set(keyOf(finding), left - 1);
    return left <= 0;
  });
}

const keyOf = ({ tool, rule, path, message }: ToolFinding): string => `${tool}\0${rule}\0${path}\0${message}`;
