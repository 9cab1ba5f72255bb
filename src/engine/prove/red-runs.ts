import type { SourceTool } from "../../checks/source/port.ts";
import { fileOf } from "../../core/proof/green.ts";
import {
  afterFlip,
  afterStub,
  dropInsensitive,
  needsFlip,
  nextStubValue,
  startRedSearch,
  type RedSearch,
} from "../../core/proof/red.ts";
import type { SuiteRun } from "../../schema/report.ts";
import type { ChangedSource, SourceFile, StubValue } from "../../schema/source.ts";
import type { Git } from "../../util/git/git.ts";
import { composeTexts } from "./compose.ts";
import type { TreeReader } from "./context.ts";
import { filesOf } from "./static-findings.ts";

/** What the search for RED needs from its host. */
export interface RedHost {
  readonly git: Git;
  readonly head: TreeReader;
  readonly tools: readonly SourceTool[];
  /** Changed implementation files, with both texts. */
  readonly changed: readonly ChangedSource[];
  /** Whether every test is classed, or only as many as the verdict needs. */
  readonly thorough: boolean;
  /** Runs the given test files over a tree. */
  run(tree: string, files: readonly string[], label: string): Promise<SuiteRun>;
}

/** Reading the tree under test tells nothing of behaviour: such tests must also notice when the code is stubbed. */
const LOOKS_AT_FILES =
  /existsSync|statSync|accessSync|readFileSync|readdirSync|readFile\(|os\.path|pathlib|\bPath\(|\bopen\(|getsource|\.stack\b|_getframe|child_process|subprocess/;

/** Finds out which of the change's tests are RED, with as few runs as it takes. */
export async function searchRed(host: RedHost, subjects: readonly string[], r1: SuiteRun): Promise<RedSearch> {
  const { thorough } = host;
  const inSource = new Set(subjects.filter((id) => host.changed.some(({ path }) => path === fileOf(id))));
  let search = startRedSearch(subjects, r1, inSource);
  const runs: SuiteRun[] = [];
  for (let value = nextStubValue(search, thorough); value !== null; value = nextStubValue(search, thorough)) {
    const run = await runStub(host, value, filesHolding(search.open.keys()));
    if (run === null) break;
    runs.push(run);
    search = afterStub(search, value, run);
  }
  const suspects = [...search.red].filter(
    ([id, how]) => how === "assertion" && LOOKS_AT_FILES.test(host.head.read(fileOf(id)) ?? ""),
  );
  if (suspects.length > 0)
    search = await confirm(
      host,
      search,
      suspects.map(([id]) => id),
    );
  const unread = needsFlip(search, thorough);
  if (unread.length === 0) return search;
  const flipped = await runFlip(host, filesHolding(unread));
  return flipped === null ? search : afterFlip(search, flipped);
}

async function confirm(host: RedHost, search: RedSearch, ids: readonly string[]): Promise<RedSearch> {
  const runs: SuiteRun[] = [];
  for (const value of ["undefined", "proxy"] as const) {
    const run = await runStub(host, value, filesHolding(ids));
    if (run !== null) runs.push(run);
  }
  const others = new Map([...search.red].filter(([id]) => !ids.includes(id)));
  const checked = dropInsensitive(
    { ...search, red: new Map([...search.red].filter(([id]) => ids.includes(id))) },
    runs,
  );
  return { ...checked, red: new Map([...others, ...checked.red]) };
}

/** Runs head with every changed body returning one value; null when nothing in the change can be stubbed. */
async function runStub(host: RedHost, value: StubValue, files: readonly string[]): Promise<SuiteRun | null> {
  const stubs = await Promise.all(host.tools.map((tool) => tool.stub(filesOf(tool, host.changed), value)));
  const texts = stubs.flat().filter(({ symbols }) => symbols.length > 0);
  if (texts.length === 0) return null;
  return host.run(composeTexts(host.git, host.head, texts), files, `stub ${value}`);
}

async function runFlip(host: RedHost, files: readonly string[]): Promise<SuiteRun | null> {
  const sources = files.flatMap((path): SourceFile[] => {
    const text = host.head.read(path);
    return text === null ? [] : [{ path, text }];
  });
  const flips = (await Promise.all(host.tools.map((tool) => tool.flip(filesOf(tool, sources))))).flat();
  const texts = flips.filter(({ flipped }) => flipped > 0);
  return texts.length === 0 ? null : host.run(composeTexts(host.git, host.head, texts), files, "flip");
}

const filesHolding = (ids: Iterable<string>): string[] => [...new Set([...ids].map(fileOf))];
