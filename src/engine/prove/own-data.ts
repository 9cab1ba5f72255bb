import { otherData } from "../../core/proof/looks/other-data.ts";
import { byId } from "../../core/proof/red.ts";
import type { PathRole } from "../../core/proof/paths.ts";
import type { Proving } from "./proving.ts";
import { composeTexts } from "./compose.ts";
import type { RedHost } from "./runs/red-host.ts";
import { testSides } from "./text-watch.ts";

/** Whether tests write files: what they compare with may be what they wrote before. */
const WRITES =
  /\bwriteFile(?:Sync)?\(|\.write_(?:text|bytes)\(|\bopen\([^)\n]*["'][wax]b?\+?["']|\b(?:os|ioutil)\.(?:WriteFile|Create)\(|\bfs::write\(|\bFile::create\(|\bFiles\.(?:write|writeString|copy|newBufferedWriter)\(|\bnew File(?:Writer|OutputStream)\(|\bcopyFile(?:Sync)?\(|\bshutil\.copy/;
const CODE = /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|toml|cfg|ini|xml|ya?ml)$/;
/** Where the data of tests lies beside code. */
const DATA = /(?:^|\/)(?:testdata|fixtures|goldens?|expected|snapshots)\/|\.golden$/;
const LARGEST = 2 ** 20;
const MOST_FILES = 200;

/**
 * Files of data that the change brings its tests, where these write files themselves, and every new test still passes when what the
 * data says is another thing: then it is made by the code that it is to judge. Costs a run where tests write and have data.
 */
export async function findOwnData(
  { subject }: Pick<Proving, "subject">,
  host: RedHost,
  subjects: readonly string[],
): Promise<readonly string[]> {
  const isTests = (role: PathRole, path: string): boolean =>
    role === "test" || role === "snapshot" || (role === "implementation" && DATA.test(path));
  const data = subject.changes
    .filter(({ path, role, head }) => head !== null && isTests(role, path) && !CODE.test(path))
    .map(({ path }) => path)
    .slice(0, MOST_FILES);
  if (data.length === 0 || !testSides(subjects, host.head, host.changedTests).some(({ text }) => WRITES.test(text)))
    return [];
  const others = data.flatMap((path) => {
    const text = host.head.read(path);
    const other = text === null || text.length > LARGEST ? null : otherData(text);
    return other === null ? [] : [{ path, text: other }];
  });
  if (others.length === 0) return [];
  const run = await host.run(composeTexts(host.git, host.head, others), subjects, "over other data");
  const results = byId(run);
  return subjects.every((id) => results.get(id)?.status === "passed") ? others.map(({ path }) => path) : [];
}
