import type { Finding } from "../../errors.ts";
import type { Policy } from "../../schema/config.ts";
import { isHandWritten, type PathRole } from "./paths.ts";

export interface ChangeSize {
  readonly files: number;
  readonly lines: number;
  /** Paths that do not count: lock files, snapshots, generated and binary files. */
  readonly leftOut: readonly string[];
}

/** Size by hand-written lines (TAH-09). */
export function measureSize(
  counts: readonly { readonly path: string; readonly lines: number; readonly binary: boolean }[],
  roleOf: (path: string) => PathRole,
): ChangeSize {
  const counted = counts.filter(({ path, binary }) => !binary && isHandWritten(path, roleOf(path)));
  return {
    files: counted.length,
    lines: counted.reduce((sum, { lines }) => sum + lines, 0),
    leftOut: counts.filter((count) => !counted.includes(count)).map(({ path }) => path),
  };
}

export function judgeSize(size: ChangeSize, policy: Policy): Finding[] {
  const over: string[] = [];
  if (policy.max_files !== null && size.files > policy.max_files)
    over.push(`${size.files} files, ${policy.max_files} allowed`);
  if (policy.max_lines !== null && size.lines > policy.max_lines)
    over.push(`${size.lines} hand-written lines, ${policy.max_lines} allowed`);
  return over.length === 0
    ? []
    : [
        {
          code: "SCOPE_EXCEEDED",
          severity: "error",
          message: `the change is too large: ${over.join("; ")}; split it, and do one part now`,
        },
      ];
}
