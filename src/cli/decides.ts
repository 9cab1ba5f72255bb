import { BatonError } from "../errors.ts";
import { AGENT_TURN } from "../util/agent-turn.ts";

type Flags = Readonly<Record<string, unknown>>;
type Decides = (flags: Flags, args: readonly (string | undefined)[]) => boolean;

const always: Decides = () => true;
/** Somebody's limits, landing and approvals, which `run` takes besides. */
const whenSet: Decides = (flags) =>
  ["approve", "land", "maxHours", "maxAttempts", "maxTokens", "maxCost", "governor", "set"].some(
    (name) => flags[name] !== undefined,
  );

/** What is decided in a person's name, by command; what is not here, anybody may type. */
export const DECIDES: Readonly<Record<string, Decides>> = {
  approve: (_flags, [id]) => id !== undefined,
  reject: always,
  "gate waive": always,
  "lock release": always,
  land: always,
  run: whenSet,
  resume: whenSet,
  submit: whenSet,
  init: ({ amend }) => amend === true,
  pause: always,
  stop: always,
  close: always,
  archive: ({ due }) => due !== true,
  note: always,
  "feature add": always,
  "feature edit": always,
  "feature template": always,
  "feature defer": always,
  "feature drop": always,
  "feature reopen": always,
  "task retry": always,
  "task skip": always,
  "task split": always,
  "task reject": always,
  "task correct": always,
  "evidence add": always,
  "evidence erase": always,
};

type Env = Readonly<Record<string, string | undefined>>;

/** Throws FIREWALL_DECISION where a command decides as a person in an agent's turn, whatever name it gives. */
export function refuseDecision({ command, flags, args }: Typed, env: Env): void {
  const decides = Object.hasOwn(DECIDES, command) ? DECIDES[command] : undefined;
  // A dry run only shows.
  if (flags["dryRun"] !== true && decides?.(flags, args) === true) refuseInTurn(`baton ${command}`, env);
}

export interface Typed {
  readonly command: string;
  readonly flags: Flags;
  readonly args: readonly (string | undefined)[];
}

/** The same for what only turns out to be a person's decision once the run is open. Throws FIREWALL_DECISION. */
export function refuseInTurn(what: string, env: Env): void {
  const turn = env[AGENT_TURN] ?? "";
  if (turn === "") return;
  throw new BatonError(
    "FIREWALL_DECISION",
    `${what} is a person's to decide, and this is no person's shell: ${AGENT_TURN}=${turn}`,
    {
      hint: "Say in your answer what should be decided, and why. A person types it in a shell of their own, outside of an agent's turn.",
    },
  );
}
