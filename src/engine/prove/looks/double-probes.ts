import { judgeProbes, probesIn } from "../../../core/proof/looks/double-probes.ts";
import type { PathRole } from "../../../core/proof/paths.ts";
import type { Finding } from "../../../errors.ts";
import type { ChangedSource, SourceFile } from "../../../schema/source.ts";
import { approvalId } from "../context.ts";
import type { TreeReader } from "../tree-reader.ts";

const SOURCE = /\.(?:[cm]?[jt]sx?|py|go)$/;

/** Questions of the changed code that tell a double of the tests from what it stands for. The rest of head is read only where there are any. */
export function findProbes(
  head: TreeReader,
  roleOf: (path: string) => PathRole,
  implementation: readonly ChangedSource[],
): Finding[] {
  const probes = probesIn(implementation);
  if (probes.length === 0) return [];
  const textsOf = (...roles: readonly PathRole[]): SourceFile[] => {
    const paths = [...head.paths].filter((path) => SOURCE.test(path) && roles.includes(roleOf(path)));
    head.preload(paths);
    return paths.map((path) => ({ path, text: head.read(path) ?? "" }));
  };
  return judgeProbes(probes, { tests: textsOf("test", "test_config"), code: textsOf("implementation") }, approvalId);
}
