import type { Finding } from "../../../errors.ts";
import type { ChangedSource, SourceFile } from "../../../schema/source.ts";
import { LONGEST_LINE } from "../../text/by-hand.ts";
import { counted } from "../../text/counted.ts";
import { titleOf } from "./test-titles.ts";

/** How suites begin, and what says how a test of Java is shown. */
const SUITE =
  /^[ \t]*(?:(?:describe|context|suite)(?:\.\w+(?:\([^()]*\))?)*\(\s*(["'`])(.+?)\1|@DisplayName\(\s*(")(.+?)\3)/;
const ROUTE = /\b(?:GET|POST|PUT|PATCH|DELETE) (\/[^\s"'`?#,;()]*)/;
const FIXED = /^[a-z][\w.-]*$/i;
/** What a server puts before all that it serves, wherever it has that from. */
const BEFORE_ALL = /^(?:api|rest|v\d+)$/i;
const COMMENT = /^\s*(?:\/\/|\/?\*|#(?!\[)|<!--|--)/;
/** Where frameworks find routes by the paths of their files. */
const ROUTED = /(?:^|\/)(?:app|pages|routes?|api|functions|endpoints)\//;
const PROSE = /\.(?:md|mdx|rst|adoc|txt)$/;
const LOADS = /^\s*(?:import\b|from\b|use\b|export\b.*\bfrom\b|(?:const|let|var)\b.*\brequire\()/;

/** What else is looked at where a test promises a route. */
export interface Served {
  /** Code of head, all of it. */
  readonly code: readonly SourceFile[];
  /** All paths of head. */
  readonly paths: Iterable<string>;
  /** Helpers that the tests load. */
  readonly helpers: readonly SourceFile[];
}

/** New tests that say by their names which route answers, where nothing in head names that route: they ask a function that nobody serves. */
export function judgePromisedRoutes(
  tests: readonly ChangedSource[],
  servedOf: () => Served | null,
  approvalOf: (words: string) => string,
): Finding[] {
  const promising = tests.flatMap(({ path, base, head }) => {
    const routes = routesIn(head).filter(({ title }) => base?.includes(title) !== true);
    return routes.length === 0 ? [] : [{ path, head, routes }];
  });
  const served = promising.length === 0 ? null : servedOf();
  if (served === null) return [];
  const routed = [...served.paths].filter((path) => ROUTED.test(path));
  const places = new Set(routed.flatMap((path) => path.split(/[/.]/)));
  const code = served.code.filter(({ path }) => !PROSE.test(path));
  const lines = [...code.flatMap(codeLines), ...served.helpers.flatMap(codeLines)];
  return promising.flatMap(({ path, head, routes }): Finding[] => {
    const all = [...lines, ...codeLines({ path, text: head })];
    const isNamed = (part: string): boolean =>
      [part, `${part}s`, part.replace(/s$/, "")].some((one) => places.has(one) || all.some((line) => names(line, one)));
    const unserved = routes.filter(({ parts }) => !parts.every(isNamed)).map(({ route }) => route);
    if (unserved.length === 0) return [];
    const shown = [...new Set(unserved)];
    const message = `${path}: ${counted(shown.length, "route that new tests promise by name stands", "routes that new tests promise by name stand")} nowhere in the code nor in what the tests ask (${shown.join("; ").slice(0, 200)}): they may ask a function that nobody serves; ask the route itself`;
    const approval = approvalOf(`promised routes ${path} ${shown.join(" ")}`);
    return [{ code: "TEST_HOLLOW", severity: "person", path, message, approval }];
  });
}

interface Route {
  readonly title: string;
  readonly route: string;
  /** Its words, without what stands for a value. */
  readonly parts: readonly string[];
}

function routesIn(text: string): Route[] {
  return text.split("\n").flatMap((line): Route[] => {
    const title = nameIn(line);
    const [route = "", path = ""] = ROUTE.exec(title ?? "") ?? [];
    const parts = path.split("/").filter((part) => FIXED.test(part) && !BEFORE_ALL.test(part));
    return title === null || parts.length === 0 ? [] : [{ title, route, parts }];
  });
}

function nameIn(line: string): string | null {
  if (line.length > LONGEST_LINE) return null;
  const suite = SUITE.exec(line);
  return titleOf(line) ?? suite?.[2] ?? suite?.[4] ?? null;
}

/** Lines that are no comment, load nothing and begin no test. */
function codeLines({ path, text }: SourceFile): string[] {
  const isPython = path.endsWith(".py");
  let isDocs = false;
  return text.split("\n").filter((line) => {
    const quotes = isPython ? line.split(/"""|'''/).length - 1 : 0;
    const isInDocs = isDocs || (quotes > 0 && /^\s*[rR]?(?:"""|''')/.test(line));
    if (quotes % 2 === 1) isDocs = isDocs ? false : isInDocs;
    return !isInDocs && !COMMENT.test(line) && !LOADS.test(line) && nameIn(line) === null;
  });
}

/** Whether a line has a part of a path: at the beginning of a text, or behind a slash. */
function names(line: string, part: string): boolean {
  let at = line.indexOf(part);
  while (at !== -1) {
    if (/["'`/^]/.test(line[at - 1] ?? "") && !/[\w-]/.test(line[at + part.length] ?? "")) return true;
    at = line.indexOf(part, at + 1);
  }
  return false;
}
