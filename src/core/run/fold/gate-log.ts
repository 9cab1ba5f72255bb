import type { GateKey, GateWord } from "../../../schema/task.ts";
import { oneLine } from "../../text/one-line.ts";
import type { RunState } from "../state.ts";

/** Adds a line to the ledger of the gates. */
export function logGate(state: RunState, at: string, gate: GateKey, word: GateWord, agent: string, note: string): void {
  state.gateEvents.push({ at, gate, word, agent, note: oneLine(note) });
}
