import type { Policy } from "../../schema/config.ts";
import type { Feature } from "../../schema/feature-list.ts";
import type { ProveProgress } from "../prove/subject.ts";
import type { TurnResult } from "./turn.ts";

export interface RunOptions {
  readonly repository: string;
  readonly stateDirectory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly policy: Policy;
  /** Ends a run that is not complete after so many turns; null: no such end. */
  readonly maxTurns: number | null;
  readonly turnSeconds: number;
  readonly approvals: readonly string[];
  /** Test commands of features that are not proven yet: their tests may fail. */
  readonly pendingCommands: readonly string[];
  readonly now: () => Date;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RunEvent) => void;
}

/** What a run tells while it goes. */
export type RunEvent =
  | { readonly kind: "turn"; readonly feature: Feature; readonly attempt: number }
  | { readonly kind: "check"; readonly progress: ProveProgress }
  | { readonly kind: "judged"; readonly feature: Feature; readonly result: TurnResult }
  | { readonly kind: "landed"; readonly feature: Feature; readonly commit: string; readonly left: string | null }
  | { readonly kind: "final"; readonly commit: string };
