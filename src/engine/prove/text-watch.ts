import { posix } from "node:path";
import { fileOf } from "../../core/proof/test-ids.ts";
import { withoutComments } from "../../core/text/java-comments.ts";
import type { SourceFile } from "../../schema/source.ts";
import { textsOf, type TreeReader } from "./tree-reader.ts";

/** Reading the tree under test tells nothing of behaviour: such tests must also notice when the code is stubbed. */
export const LOOKS_AT_FILES =
  /existsSync|statSync|accessSync|readFileSync|readdirSync|readFile\(|globSync|os\.path|pathlib|\bPath\(|\bopen\(|\.stack\b|_getframe|child_process|subprocess|(?:require|import\.meta)\.resolve|createRequire|\bos\.(?:Stat|Lstat|DirFS|Readlink|Open\w*|Read\w+)\b|\bioutil\.|\bfilepath\.(?:Glob|Walk\w*)|"go\/\w+"|"embed"|runtime\.Caller|"os\/exec"|\binclude_(?:str|bytes)!|\bfs::(?:\{|read|metadata|exists|canonicalize|File)|\bFile::open|\bPath(?:Buf)?::(?:new|from)|CARGO_MANIFEST_DIR|\bCommand::new|\bFiles\.(?:read|exists|walk|list|lines|newInput|newBuffered|find|size)|\bnew File(?:Reader|InputStream)?\(|\bPaths?\.(?:of|get)\(|getResource|ProcessBuilder|StackWalker|getStackTrace|Class\.forName|\bget(?:Declared)?(?:Method|Field|Constructor)s?\(/;
/** Reading code objects tells how the code is written: such tests must notice when it answers something else. */
export const READS_CODE =
  /__code__|__closure__|\bco_[a-z]+\b|\bimport dis\b|\bdis\.|\bgetsource|getclosurevars|linecache|\bast\.parse/;
/**
 * What differs from run to run, stays from one run to the next, or tells which run it is: such tests must be RED and GREEN
 * more than once.
 */
export const LEANS_ON_CHANCE =
  /\{\s*task\b|\btask\.(?:file|suite|mode|timeout)|this\.(?:test|timeout|runnable)\b|request\.(?:node|session|config)|pytestconfig|flag\.Lookup|\.Deadline\(|\bos\.Args|\bsys\.argv|process\.(?:argv|execArgv)|env::args|\bTestInfo\b|System\.getProper|ManagementFactory|\brandom|\brand\.|\bsecrets\b|\buuid|randomUUID|\brand::|temp_dir|tempfile|@TempDir|createTemp|currentTimeMillis|nanoTime|::now\(|getRandomValues|\bgo func\b|thread::spawn|new Thread\b|(?:run|supply)Async\b|\.now\(|time\.time|monotonic|perf_counter|hrtime|new Date\(\)|homedir|expanduser|\.home\(|["'`/]tmp\/|\/dev\/shm|\bHOME\b|XDG_/i;
/** What may lead past an assertion. */
export const MAY_PASS_BY =
  /\b(?:if|for|while|try|catch|except|match|switch|select|suppress|assume\w*)\b|\.(?:forEach|map|then|catch|ifPresent|each|every|some)\b|&&|\|\|/;
const TEST_NAME = /\.(?:test|spec)\.|(?:^|\/)test_[^/]*\.py$|_test\.py$|(?:Test|Tests|IT)\.(?:java|kt)$/;
const RELATIVE = /(?:from|import|require)\s*\(?\s*["'](\.{1,2}\/[^"']+)["']/g;
const ENDINGS = ["", ".js", ".ts", ".mjs", ".cjs", ".mts", ".cts", ".jsx", ".tsx", "/index.js", "/index.ts"];

/**
 * Tells whether a test file, a helper that it imports, or any helper that the change brings along (`changed`) has the
 * pattern. Helpers of a language whose imports are not paths are only seen when the change touches them.
 */
export function createTextWatch(
  head: Pick<TreeReader, "read" | "paths">,
  changed: readonly string[],
  pattern: RegExp,
): (path: string) => boolean {
  const hasItself = (path: string): boolean => pattern.test(withoutComments(path, head.read(path) ?? ""));
  const isHelper = (path: string): boolean => /\.[cm]?[jt]sx?$|\.(?:py|go|rs|java|kt)$/.test(path);
  const changedHas = changed.some((path) => isHelper(path) && !TEST_NAME.test(path) && hasItself(path));
  return (path) => changedHas || [...testSideOf(path, head)].some(hasItself);
}

/** A file of tests, and what it imports of them. */
export function testSideOf(path: string, head: Pick<TreeReader, "read" | "paths">): Set<string> {
  const seen = new Set([path]);
  for (const at of seen) {
    for (const [, specifier = ""] of (head.read(at) ?? "").matchAll(RELATIVE)) {
      const target = posix.join(posix.dirname(at), specifier);
      const found = ENDINGS.map((ending) => target + ending).find((candidate) => head.paths.has(candidate));
      if (found !== undefined && isTestSide(found)) seen.add(found);
    }
  }
  return seen;
}

/** The files of these tests with what they import of the tests, each once. */
export function testSides(
  ids: readonly string[],
  head: Pick<TreeReader, "read" | "paths" | "preload">,
  more: readonly string[] = [],
): SourceFile[] {
  const sides = [...new Set(ids.map(fileOf))].flatMap((path) => [...testSideOf(path, head)]);
  return textsOf(head, [...new Set([...sides, ...more])]);
}

/** Code of the product may read files: that is its own business. */
const isTestSide = (path: string): boolean => /(?:^|\/)(?:tests?|__tests__|specs?|e2e|__fixtures__)\//.test(path);
