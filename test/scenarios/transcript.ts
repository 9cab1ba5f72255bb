import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CliResult } from "../support/cli.ts";
import type { Story } from "../conformance/support.ts";

const FOLDER = join(import.meta.dirname, "transcripts");

/** What a script typed and what came of it, for people to review: a change of behaviour is a change of this text. */
export interface Transcript {
  /** Types a command and notes how it ended. */
  readonly type: (words: string, result: CliResult) => void;
  readonly note: (text: string) => void;
  /** Adds the journal and the gate ledger, and compares; with UPDATE_TRANSCRIPTS=1 it is written instead. */
  readonly finish: (story: Story) => { readonly actual: string; readonly expected: string };
}

export function openTranscript(name: string): Transcript {
  const lines: string[] = [];
  return {
    type(words, { code, stdout }) {
      const { error } = stdout === "" ? {} : (JSON.parse(stdout) as { error?: { code: string } });
      lines.push(`$ baton ${words}`, `  exit ${code ?? "killed"}${error === undefined ? "" : ` ${error.code}`}`);
    },
    note: (text) => void lines.push(`# ${text}`),
    finish(story) {
      const ledger = story
        .read("state/GATES_LEDGER.md")
        .split("\n")
        .filter((line) => /^- .*(?:STARTED|PASSED|FAILED|REJECTED|ESCALATED|WAIVED|RESUMED)|^\d{4}-|^\[/.test(line));
      const log = story.repository.git("log", "--format=%s", "main").split("\n");
      const parts = [
        ...lines,
        "",
        "Journal",
        ...story.journal().flatMap(eventLine),
        "",
        "Gates",
        ...ledger,
        "",
        "Commits on main, newest first",
        ...log,
        "",
      ];
      const actual = normalised(parts.join("\n"), story);
      const path = join(FOLDER, `${name}.txt`);
      if (process.env["UPDATE_TRANSCRIPTS"] === "1") {
        mkdirSync(FOLDER, { recursive: true });
        writeFileSync(path, actual);
      }
      return { actual, expected: existsSync(path) ? readFileSync(path, "utf8") : `${path} is missing` };
    },
  };
}

/** What differs from one machine or one moment to the next. */
const VOLATILE = new Set([
  "harness",
  "deadline",
  "bytes",
  "previous_hash",
  "workspace",
  "renderer",
  "specification",
  "answer",
  "packet",
  "prepare",
]);

function eventLine(line: Record<string, unknown>): string[] {
  const { event } = line["entry"] as { event: Record<string, unknown> };
  const { type, ...facts } = event;
  // Views are published by whoever comes first, and by nobody where the second it falls into changed nothing.
  if (type === "published") return [];
  const said = Object.entries(facts).flatMap(([key, value]) => (VOLATILE.has(key) ? [] : factOf(key, value)));
  return [`  ${[type, ...said].join(" ")}`];
}

function factOf(key: string, value: unknown): string[] {
  if (value === null) return [`${key}=-`];
  if (Array.isArray(value)) {
    const words = value.map((one) => (typeof one === "object" ? wordOf(one as Record<string, unknown>) : String(one)));
    return words.length === 0 ? [] : [`${key}=${words.join(",")}`];
  }
  if (typeof value !== "object") {
    const word = typeof value === "string" && !/\s/.test(value) ? value : JSON.stringify(value);
    return [`${key}=${word}`];
  }
  return [`${key}=${wordOf(value as Record<string, unknown>)}`];
}

/** An object by what names it, else by its keys. */
function wordOf(value: Record<string, unknown>): string {
  const named = ["code", "task_id", "id", "verdict"].find((key) => typeof value[key] === "string");
  return named === undefined ? `{${Object.keys(value).toSorted().join(",")}}` : String(value[named]);
}

function normalised(text: string, { runId, outside }: Story): string {
  return text
    .replaceAll(runId, "<run>")
    .replaceAll(outside, "<outside>")
    .replaceAll(/\b[0-9a-f]{64}\b/g, "<hash>")
    .replaceAll(/(?<= at P\d, )I\d/g, "<isolation>")
    .replaceAll(/\b[0-9a-f]{40}\b/g, "<commit>")
    .replaceAll(/\bapproval=[0-9a-f]{12}\b/g, "approval=<id>")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "<time>")
    .replaceAll(/\[\d{4}-\d\d-\d\d[^\]]*\]/g, "[<time>]");
}
