import type { Agent, AgentAnswer, AgentTurn } from "../../../src/agents/port.ts";
import { AssignmentPacket } from "../../../src/schema/packet.ts";
import type { Random } from "../random.ts";
import { fileOf, RIGHT, testOf } from "./checks.ts";
import { FIRST_PID } from "./interpose.ts";
import type { Timer, Timers } from "./timers.ts";

/** How an agent of the simulation behaves in one turn. */
type Manner = "good" | "wrong" | "silent" | "late" | "crashed" | "provider_failed" | "wordless" | "idle";
const MANNERS: readonly Manner[] = [
  "good",
  "good",
  "good",
  "good",
  "good",
  "good",
  "wrong",
  "silent",
  "late",
  "crashed",
  "provider_failed",
  "wordless",
  "idle",
];

interface AtWork {
  readonly workspace: string;
  readonly timers: Timer[];
  orphaned: boolean;
  /** Stops listening for the end that the harness may want. */
  unheard(): void;
}

/** The agents' own processes: they outlive a harness that is killed, until somebody ends them or the power goes. */
export interface AgentProcesses {
  agent(): Agent;
  /** From now on every agent does its work. */
  behave(): void;
  folders(): ReadonlyMap<number, string>;
  kill(pid: number): void;
  /** Whoever started them is dead. */
  orphan(): void;
  killAll(): void;
  readonly turns: number;
}

export interface AgentMachine {
  readonly timers: Timers;
  readonly random: Random;
  /** The harness died: nobody ends its agents, and nobody hears them. */
  isOrphaned(): boolean;
  /** Writes as the agent's own process: no fault strikes it. Nothing happens when the clone is gone. */
  write(path: string, text: string): void;
}

export function createAgents(machine: AgentMachine): AgentProcesses {
  const { timers, random } = machine;
  const processes = new Map<number, AtWork>();
  let next = FIRST_PID;
  let behaves = false;
  let turns = 0;
  const gone = (pid: number): void => {
    const process = processes.get(pid);
    for (const timer of process?.timers ?? []) timers.end(timer);
    process?.unheard();
    processes.delete(pid);
  };
  const run = async (turn: AgentTurn): Promise<AgentAnswer> => {
    turns += 1;
    const packet = AssignmentPacket.parse(JSON.parse(turn.packet));
    const manner = behaves ? "good" : random.pick(MANNERS);
    const isReview = packet.review !== undefined;
    const name = /test\/(\w+)\.test\.js/.exec(packet.test_command ?? "")?.[1] ?? "";
    const pid = next++;
    const stop = (): void => void (machine.isOrphaned() || end("aborted"));
    // A signal made of others is kept for ever while somebody listens to it.
    const unheard = (): void => turn.signal?.removeEventListener("abort", stop);
    const own: AtWork = { workspace: turn.workspace, timers: [], orphaned: false, unheard };
    processes.set(pid, own);
    const { promise, resolve } = Promise.withResolvers<AgentAnswer>();
    const end = (kind: AgentAnswer["end"], text = ""): void => {
      gone(pid);
      if (!own.orphaned)
        resolve({ text, end: kind, diagnostics: kind === "answered" ? "" : `it ${kind}`, durationMs: 1000 });
    };
    const at = (ms: number, act: () => void): void => void own.timers.push(timers.after(ms, act));
    turn.signal?.addEventListener("abort", stop);
    if (turn.signal?.aborted === true) end("aborted");
    at(turn.timeoutMs, () => end("timeout"));
    const worksMs = manner === "late" ? turn.timeoutMs + 6000 : 1000 + random.below(40_000);
    if (!isReview && manner !== "silent" && manner !== "idle")
      at(worksMs / 2, () => {
        machine.write(`${turn.workspace}/${fileOf(name)}`, manner === "wrong" ? "wrong\n" : RIGHT);
        if (!own.orphaned) turn.onOutput?.();
      });
    if (manner !== "silent")
      at(worksMs, () => {
        if (!isReview && manner !== "idle") machine.write(`${turn.workspace}/${testOf(name)}`, `test of ${name}\n`);
        if (manner === "crashed" || manner === "provider_failed") return end(manner);
        end("answered", manner === "wordless" ? "done" : isReview ? reviewOf(packet, manner) : envelopeOf(packet));
      });
    return promise;
  };
  return {
    agent: () => ({ name: "coder", specification: "command:coder", run }),
    behave: () => (behaves = true),
    folders: () => new Map([...processes].map(([pid, { workspace }]) => [pid, workspace])),
    kill: gone,
    orphan() {
      for (const each of processes.values()) {
        each.orphaned = true;
        each.unheard();
      }
    },
    killAll() {
      for (const pid of processes.keys()) gone(pid);
    },
    get turns() {
      return turns;
    },
  };
}

/** One of the two that stand in the packet: no, and then yes. */
function reviewOf({ answer_format: format }: AssignmentPacket, manner: Manner): string {
  const [no = "", yes = ""] = (format.split("cannot judge it:\n\n")[1] ?? "").split("When it holds:\n\n");
  return manner === "wrong" ? no : yes;
}

/** The example that stands in the packet. */
const envelopeOf = ({ answer_format: format }: AssignmentPacket): string => format.split("Example:\n")[1] ?? "";
