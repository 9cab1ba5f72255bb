import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What the fake agent does in a turn, one deed after the other. Paths are relative to its folder, or absolute. */
export type Deed =
  | { readonly do: "write"; readonly path: string; readonly text: string }
  /** Tests and code of the feature it is asked for, as an honest agent writes them. */
  | { readonly do: "honest" }
  | { readonly do: "say"; readonly text: string; readonly message?: string }
  /** A valid answer, taken from the form in the prompt. */
  | { readonly do: "envelope" }
  | { readonly do: "update"; readonly update: Readonly<Record<string, unknown>> }
  /** Asks for permission; `allowed` only when it was given. */
  | { readonly do: "ask"; readonly toolCall: Readonly<Record<string, unknown>>; readonly allowed?: readonly Deed[] }
  /** A method of the client's; what came back goes to `answers.jsonl` beside the script. */
  | { readonly do: "call"; readonly method: string; readonly params: Readonly<Record<string, unknown>> }
  /** Writes the names of its variables to `environment.jsonl` beside the script. */
  | { readonly do: "environment" }
  | { readonly do: "raw"; readonly line: string }
  | { readonly do: "huge"; readonly bytes: number }
  | { readonly do: "stderr"; readonly text: string; readonly times?: number }
  /** Leaves a process behind that left its group; its id goes to `child.pid` beside the script. */
  | { readonly do: "leave" }
  | { readonly do: "error"; readonly code: number; readonly message: string; readonly data?: unknown }
  | { readonly do: "exit"; readonly code: number }
  /** Never ends; `talks`: says something all the time; `obeys`: ends when it is cancelled. */
  | { readonly do: "hang"; readonly talks?: boolean; readonly obeys?: boolean }
  | { readonly do: "end"; readonly stopReason: string; readonly more?: Readonly<Record<string, unknown>> };

export interface Script {
  /** One list a process that is started; the last one is for all that follow. */
  readonly turns: readonly (readonly Deed[])[];
  /** What `session/new` says beside the id. */
  readonly session?: Readonly<Record<string, unknown>>;
  /** Demands this method of authentication before a session. */
  readonly auth?: string;
  readonly protocolVersion?: number;
}

const AGENT = join(import.meta.dirname, "fake-agent.ts");

/** Writes a script into a folder, and a program that plays it; returns the program. Its state lies in the same folder. */
export function writeFakeAgent(folder: string, script: Script, name = "fixer"): string {
  const program = join(folder, name);
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(script));
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${AGENT}' '${join(folder, `${name}.json`)}'\n`);
  chmodSync(program, 0o755);
  return program;
}
