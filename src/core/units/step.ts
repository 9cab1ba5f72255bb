import type { RunnerName } from "../../schema/unit.ts";
import type { Word } from "./shell-words.ts";

/** Looks up a script of the package in `directory`; null when there is none. */
export interface ScriptLookup {
  (directory: string, script: string): string | null;
  /** Those that it has, in their order. */
  readonly names?: (directory: string) => readonly string[];
}

export interface RunnerStep {
  readonly kind: "runner";
  readonly runner: Exclude<RunnerName, "command">;
  readonly words: readonly Word[];
  readonly env: Readonly<Record<string, string>>;
  /** Flags of Node itself before the runner's file. */
  readonly nodeFlags: readonly string[];
}

/** What one program call of a command is to us. */
export type Step =
  | RunnerStep
  | { readonly kind: "check" }
  | { readonly kind: "trivial" }
  | { readonly kind: "other"; readonly text: string }
  /** A script of the package: its own chain, with the words given to it and the variables set before it. */
  | {
      readonly kind: "script";
      readonly name: string;
      readonly text: string;
      readonly before: string | null;
      readonly extra: readonly Word[];
      readonly env: Readonly<Record<string, string>>;
    };
