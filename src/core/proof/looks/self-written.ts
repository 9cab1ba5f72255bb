import type { Finding } from "../../../errors.ts";
import type { SourceFile } from "../../../schema/source.ts";

const MISSING =
  /ErrNotExist|\bIsNotExist\(|\bexistsSync\(|(?:\.|\b)(?:exists|isfile|is_file|notExists)\(|FileNotFoundError|ENOENT|ErrorKind::NotFound|NoSuchFileException/;
const WRITES =
  /\bWriteFile\(|\bwriteFile(?:Sync)?\(|\bwrite_(?:text|bytes)\(|\bopen\([^()\n]*["']w|\.open\(["']w|\bfs::write\(|\bFiles\.write/;
const GOLDEN = /golden|snapshot|approved|expected|baseline/i;
const FAILS = /\b(?:fail|skip|Fatal|Fatalf|Skip|Skipf|FailNow|panic!?|throw|raise)\b(?!\(\s*err\s*\))/;
const LINES_TO_WRITE = 10;
const LINES_AROUND = 20;
const KEPT =
  /(?:^|\/)(?:testdata|goldens?|snapshots|__snapshots__|approved|expected)\/|\.(?:golden|snap|approved|expected)\b/;
const CODE = /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt)$/;

/**
 * Tests that write down what they compare with where it is missing, while the tree has no such file: in every fresh checkout they compare
 * an answer with itself. `tests` are the change's, with the helpers that they load; `paths` all of head.
 */
export function judgeSelfWritten(
  tests: readonly SourceFile[],
  paths: ReadonlySet<string>,
  approvalOf: (words: string) => string,
): Finding[] {
  if ([...paths].some((path) => KEPT.test(path) && !CODE.test(path))) return [];
  return tests.flatMap(({ path, text }): Finding[] => {
    const line = writtenAt(text.split("\n"));
    if (line === null) return [];
    const message = `${path}:${line} writes what is expected where it is missing, and nothing of it is committed: each fresh checkout compares an answer with itself; commit what is right`;
    return [{ code: "TEST_HOLLOW", severity: "person", path, message, approval: approvalOf(`self-written ${path}`) }];
  });
}

/** Where a text looks whether a file is there and writes it, without a failure. */
function writtenAt(lines: readonly string[]): number | null {
  const at = lines.findIndex((line, index) => {
    if (!MISSING.test(line)) return false;
    const below = lines.slice(index, index + LINES_TO_WRITE);
    const write = below.findIndex((one) => WRITES.test(one));
    const around = lines.slice(Math.max(0, index - LINES_AROUND), index + LINES_TO_WRITE);
    // "written; run it again" fails at first.
    return (
      write >= 0 && GOLDEN.test(around.join("\n")) && !below.slice(write + 1, write + 3).some((one) => FAILS.test(one))
    );
  });
  return at < 0 ? null : at + 1;
}
