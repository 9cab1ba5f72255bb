import type { TestStatus } from "../../schema/report.ts";
import { type FoundTest, withIds } from "./ids.ts";
import { decodeText, type ReportReading, readingOf, TEXT_LIMIT } from "./reading.ts";

const POINT = /^(not )?ok\b(?: +(\d+))?(?: +-)?(?: (.*))?$/;
const DIRECTIVE = /(?:^|\s)#\s*(skip|todo)\S*(?:\s|$)/i;
const PLAN = /^1\.\.(\d+)(?:\s*#.*)?$/;
const STEP = 4;

/** One nesting level: its plan, the points counted, and the subtest heading that the next point closes. */
interface Level {
  planned: number | null;
  points: number;
  heading: string | null;
}

interface Point extends FoundTest {
  readonly suite: boolean;
}

/**
 * Reads TAP 13 and 14 with indented subtests, the last resort. Every level needs a plan that agrees with its test points; `Bail
 * out!`, a torn last line and an unclosed diagnostic make it incomplete. TAP has no files: ids begin with `::`.
 */
export function readTap(source: Uint8Array): ReportReading {
  const problems: string[] = [];
  const lines = (decodeText(source, problems) ?? "").split(/\r?\n/);
  if (lines.pop() !== "") problems.push("the last line is torn");
  const levels: Level[] = [newLevel()];
  const points: Point[] = [];
  let index = 0;
  while (index < lines.length) {
    const line = lines[index] ?? "";
    const text = line.trimStart();
    const depth = Math.floor((line.length - text.length) / STEP);
    index += 1;
    if (/^Bail out!/i.test(text)) problems.push(text.slice(0, TEXT_LIMIT));
    const point = POINT.exec(text);
    if (point === null) {
      readOther(text, depth, levels, problems);
      continue;
    }
    const block = yamlBlock(lines, index, problems);
    index = block.next;
    closeDeeper(depth, levels, problems);
    const name = (point[3] ?? "").slice(0, DIRECTIVE.exec(point[3] ?? "")?.index).trimEnd();
    const level = levelAt(depth, levels);
    level.points += 1;
    points.push(pointOf(point, name, suiteNames(levels, depth), block.text));
    level.heading = null;
  }
  closeDeeper(0, levels, problems);
  if (levels[0]?.planned === null) problems.push("the report has no plan");
  checkPlan(levels[0] ?? newLevel(), problems);
  const found = points.filter(({ suite }) => !suite);
  if (found.length === 0) problems.push("the report holds no test");
  return readingOf({ tests: withIds(found), fileErrors: [], runErrors: [] }, [...new Set(problems)]);
}

const newLevel = (): Level => ({ planned: null, points: 0, heading: null });

function levelAt(depth: number, levels: Level[]): Level {
  while (levels.length <= depth) levels.push(newLevel());
  return levels[depth] ?? newLevel();
}

function readOther(text: string, depth: number, levels: Level[], problems: string[]): void {
  const plan = PLAN.exec(text);
  const heading = /^# Subtest: (.*)$/.exec(text);
  if (plan !== null) {
    closeDeeper(depth, levels, problems);
    const level = levelAt(depth, levels);
    if (level.planned !== null) problems.push("a level has two plans");
    level.planned = Number(plan[1]);
  } else if (heading !== null) {
    closeDeeper(depth, levels, problems);
    levelAt(depth, levels).heading = heading[1] ?? "";
  }
}

function closeDeeper(depth: number, levels: Level[], problems: string[]): void {
  while (levels.length > depth + 1) checkPlan(levels.pop() ?? newLevel(), problems);
}

function checkPlan({ planned, points }: Level, problems: string[]): void {
  if (planned === null && points > 0) problems.push("a level has no plan");
  if (planned !== null && planned !== points) problems.push(`a plan names ${planned} tests, ${points} are there`);
}

/** The subtest headings above a point: a heading stays open until the point that closes it. */
const suiteNames = (levels: readonly Level[], depth: number): string[] =>
  levels.slice(0, depth).flatMap(({ heading }) => heading ?? []);

function yamlBlock(lines: readonly string[], from: number, problems: string[]): { text: string; next: number } {
  if ((lines[from] ?? "").trim() !== "---") return { text: "", next: from };
  const indent = (lines[from] ?? "").indexOf("---");
  for (let index = from + 1; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    if (line.trim() === "..." && line.indexOf("...") === indent) {
      return { text: lines.slice(from + 1, index).join("\n"), next: index + 1 };
    }
  }
  problems.push("a diagnostic has no end");
  return { text: "", next: lines.length };
}

function pointOf(point: RegExpExecArray, name: string, suites: readonly string[], block: string): Point {
  const directive = DIRECTIVE.exec(point[3] ?? "")?.[1]?.toLowerCase();
  const failed = point[1] !== undefined;
  const status: TestStatus =
    directive === "skip" ? "skipped" : directive === "todo" ? "todo" : failed ? "failed" : "passed";
  return {
    file: "",
    path: [...suites, name === "" ? `test ${point[2] ?? ""}`.trim() : name],
    project: null,
    status,
    failure: status === "failed" ? failureOf(block) : null,
    durationMs: Math.max(0, Number(field(block, "duration_ms") ?? 0)) || 0,
    suite: field(block, "type") === "suite",
  };
}

function failureOf(block: string): NonNullable<FoundTest["failure"]> {
  const name = field(block, "name") ?? "Error";
  const type = field(block, "failureType");
  const assertion =
    name === "AssertionError" || field(block, "code") === "ERR_ASSERTION" || field(block, "operator") !== null;
  const kind =
    type === "hookFailed" ? "fixture" : type === "testTimeoutFailure" ? "timeout" : assertion ? "assertion" : "error";
  return { kind, name, message: (field(block, "error") ?? "").slice(0, TEXT_LIMIT) };
}

/** A scalar of the diagnostic, plain, quoted or as a `|-` block; no YAML parser reads what so many tools call YAML. */
function field(block: string, name: string): string | null {
  const found = new RegExp(`^( *)${name}: ?(.*)$`, "m").exec(block);
  if (found === null) return null;
  const value = found[2] ?? "";
  if (!/^[|>]-?$/.test(value)) return value.replace(/^(['"])(.*)\1$/, "$2");
  const indent = (found[1] ?? "").length;
  const rest = block.slice(found.index + found[0].length + 1).split("\n");
  const end = rest.findIndex((line) => line.trim() !== "" && line.length - line.trimStart().length <= indent);
  return rest
    .slice(0, end === -1 ? rest.length : end)
    .map((line) => line.slice(indent + 2))
    .join("\n")
    .trim();
}
