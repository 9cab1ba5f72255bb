import type { Gates } from "../../schema/reports.ts";
import { GateKey, GateState, GateWord } from "../../schema/task.ts";
import type { GateEvent } from "../run/state.ts";
import type { Criterion } from "./criteria.ts";
import { FRAMEWORK, MARKS, type CurrentGate, type GatesLedger } from "./gates-ledger.ts";
import { GATE_KEYS } from "./gates.ts";
import { decodedPath, unescaped } from "./text.ts";

export interface ParsedGatesLedger extends GatesLedger {
  /** Lines of the event log that do not have its grammar. */
  readonly unreadable: readonly string[];
}

/** Reads `state/GATES_LEDGER.md` back. What is absent is empty; what is foreign is named, never guessed. */
export function parseGatesLedger(text: string): ParsedGatesLedger {
  const lines = text.split("\n");
  const history = between(lines, "### Gate Events Log", "---").filter((line) => line !== "");
  const events = history.map(parseEvent);
  return {
    createdAt: valueOf(lines, "Run Initialized"),
    gates: parseGates(lines),
    events: events.filter((event) => event !== null),
    current: parseCurrent(lines),
    maxIterations: Number(/^Gate failure after (\d+) iterations/.exec(valueOf(lines, "Trigger"))?.[1] ?? 0),
    unreadable: history.filter((_, index) => events[index] === null),
  };
}

const EVENT = /^\[(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)\] (\w+) - ([A-Z]+) - (.+?) - (.*)$/;

function parseEvent(line: string): GateEvent | null {
  const [, at = "", gate, word, agent = "", note = ""] = EVENT.exec(line) ?? [];
  const key = GateKey.safeParse(gate);
  const known = GateWord.safeParse(word);
  if (!key.success || !known.success) return null;
  return { at, gate: key.data, word: known.data, agent, note: unescaped(note) };
}

function parseGates(lines: readonly string[]): Gates {
  const stateOf = (key: GateKey): GateState => {
    const row = lines.find((line) => line.startsWith(`| **${FRAMEWORK[key].title}** |`)) ?? "";
    return GateState.options.find((option) => row.endsWith(`| ${MARKS[option]} |`)) ?? "not_started";
  };
  return {
    G0_planning: stateOf("G0_planning"),
    G1_implementation: stateOf("G1_implementation"),
    G2_validation: stateOf("G2_validation"),
    G3_production_ready: stateOf("G3_production_ready"),
  };
}

function parseCurrent(all: readonly string[]): CurrentGate {
  const heading = all.find((line) => line.startsWith("## Current Gate: ")) ?? "";
  const lines = between(all, heading, "---");
  const status = valueOf(lines, "Status");
  const items = (name: string): string[] =>
    between(lines, `**${name}:**`, "").flatMap((line) => (line.startsWith("- ") ? [line.slice(2)] : []));
  const blockers = items("Blockers");
  return {
    gate: GATE_KEYS.find((key) => heading.endsWith(key)) ?? "G0_planning",
    entered: valueOf(lines, "Entry Time"),
    owner: valueOf(lines, "Owner"),
    status: status === "Passed" || status === "Failed" ? status : "In Progress",
    entry: items("Entry Criteria").map(parseCriterion),
    exit: items("Exit Criteria").map(parseCriterion),
    evidence: items("Evidence Required").flatMap((item) => {
      const [, path, description = ""] = /^`([^`]+)` - (.*)$/.exec(item) ?? [];
      return path === undefined ? [] : [{ path: decodedPath(path), description: unescaped(description) }];
    }),
    blockers: blockers.length === 1 && blockers[0] === "None" ? [] : blockers.map(unescaped),
  };
}

const parseCriterion = (item: string): Criterion => ({
  text: unescaped(item.replace(/^(?:✅|⬜) /u, "")),
  met: item.startsWith("✅"),
});

/** The lines after the first that equals `start`, up to the next that equals `end`. */
export function between(lines: readonly string[], start: string, end: string): string[] {
  const from = lines.indexOf(start);
  if (from < 0) return [];
  const to = lines.indexOf(end, from + 1);
  return lines.slice(from + 1, to < 0 ? undefined : to);
}

export function valueOf(lines: readonly string[], name: string): string {
  const start = `**${name}:** `;
  return (
    lines
      .find((line) => line.startsWith(start))
      ?.slice(start.length)
      .trimEnd() ?? ""
  );
}
