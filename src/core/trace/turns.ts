import type { EventOf, Offer, RunEvent } from "../../schema/event.ts";
import type { ProofFacts } from "../../schema/proof-facts.ts";
import type { AttemptKind } from "../../schema/attempt-kind.ts";
import type { Usage } from "../../schema/usage.ts";

/** One thing that was done in a turn, with its time in the journal. */
export interface Step {
  readonly name:
    | "dispatch"
    | "agent"
    | "envelope"
    | "firewall"
    | "move"
    | "normalise"
    | "prove"
    | "review"
    | "validate"
    | "reject"
    | "commit"
    | "land"
    | "choose";
  /** ISO 8601 in UTC, with milliseconds. */
  readonly start: string;
  readonly end: string;
  readonly ok: boolean;
  readonly said: string;
}

/** One attempt of a task from its dispatch to what became of it, as the journal tells it. */
export interface TurnRecord {
  readonly taskId: string;
  readonly attempt: number;
  readonly agent: string;
  /** The entry that began it. */
  readonly position: number;
  readonly packet: string;
  readonly offer: Offer | null;
  /** What the governor decided about it; null: nobody was routed, and in older journals. */
  readonly route: EventOf<"attempt_routed"> | null;
  readonly start: string;
  end: string;
  /** `built`: one of several builds, judged and not chosen. `noted`: it looked, and another attempt builds. */
  outcome: "open" | "built" | "noted" | "proven" | "not_proven" | "person_needed" | "lost" | "rejected";
  /** Codes of what was found against it. */
  codes: string[];
  /** What the task came to its end by, where it did: who only looked counts with the build that followed. */
  readonly kind: AttemptKind;
  /** Of several builds: who made the one that was chosen. */
  chosenOf: string | null;
  usage: Usage | null;
  proof: ProofFacts | null;
  /** Through the evaluation gate; null: none was passed, and in older journals. */
  evaluation: NonNullable<EventOf<"implementation_judged">["evaluation"]> | null;
  /** Hash of the newest `proof.json`. */
  proofBlob: string | null;
  /** How much evidence was recorded for it. */
  evidence: number;
  steps: Step[];
  /** When what goes on beside other steps began: the validation, and each review in it. */
  readonly began: Map<string, string>;
}

export interface TimedEvent {
  readonly position: number;
  readonly at: string;
  readonly event: RunEvent;
}

/** Folds a journal to its turns; give it each entry once, in order. */
export function createTurnFold() {
  const turns: TurnRecord[] = [];
  /** By task and attempt: builds of one task may be under way side by side. */
  const open = new Map<string, TurnRecord>();
  /** The turn whose commit was made last, until it has landed: what is landed in that session, or of that commit, is its. */
  let committed: { readonly turn: TurnRecord; readonly commit: string; isLater: boolean } | null = null;
  let landing: string | null = null;
  const routes = new Map<string, EventOf<"attempt_routed">>();
  /** By whom each task was looked at before it was built. */
  const looked = new Map<string, AttemptKind>();
  return {
    turns,
    /** The position of the oldest turn that is not over; null when none is. */
    openSince: (): number | null =>
      open.size === 0 ? null : Math.min(...[...open.values()].map((turn) => turn.position)),
    /** Answers the turn that this entry ended, if so. */
    add({ position, at, event }: TimedEvent): TurnRecord | null {
      if (event.type === "attempt_routed") routes.set(event.task_id, event);
      if (event.type === "attempt_started") {
        const route = routes.get(event.task_id);
        const own = route?.attempt === event.attempt ? route : null;
        const is = own?.kind?.is ?? (own === null && isChoosing(open, event.task_id) ? "best_of" : "build");
        const turn = begin(event, position, at, own, is === "build" ? (looked.get(event.task_id) ?? is) : is);
        turns.push(turn);
        close(open, event.task_id, is === "best_of" ? is : null);
        open.set(keyOf(event.task_id, event.attempt), turn);
        return null;
      }
      if (event.type === "landing") landing = at;
      if (event.type === "landed" || event.type === "landing_left") {
        const ok = event.type === "landed";
        if (committed !== null && (!committed.isLater || event.to === committed.commit))
          step(committed.turn, "land", landing ?? at, at, ok, ok ? `on ${event.branch}` : event.reason);
        if (ok) committed = null;
        landing = null;
      }
      if (event.type === "run_resumed" && committed !== null) committed.isLater = true;
      if (event.type === "run_closed") endAll(open, at);
      if (event.type === "build_chosen") reopen(turns, open, event);
      const taskId = "task_id" in event ? event.task_id : null;
      const turn = taskId === null ? undefined : open.get(keyOf(taskId, attemptIn(event) ?? newestOf(open, taskId)));
      if (turn === undefined || taskId === null) return null;
      const before = turn.outcome;
      take(turn, event, at);
      if (event.type === "task_committed") committed = { turn, commit: event.commit, isLater: false };
      if (turn.outcome === "noted") looked.set(taskId, turn.kind);
      if (OVER.has(turn.outcome) && (turn.outcome !== "proven" || event.type === "task_committed"))
        open.delete(keyOf(taskId, turn.attempt));
      return before !== turn.outcome && OVER.has(turn.outcome) ? turn : null;
    },
  };
}

/** Whether builds of a task wait to be chosen from: whoever takes it makes one more. */
const isChoosing = (open: ReadonlyMap<string, TurnRecord>, taskId: string): boolean =>
  [...open.values()].some((turn) => turn.taskId === taskId && turn.outcome === "built");

const keyOf = (taskId: string, attempt: number): string => `${taskId}/${attempt}`;

/** Which attempt an event is about; null: it names a task alone. */
function attemptIn(event: RunEvent): number | null {
  if (event.type === "evidence_recorded")
    return Number(/^artifacts\/[^/]+\/[^/]+\/(\d+)\//.exec(event.path)?.[1] ?? 0) || null;
  return "attempt" in event ? (event.attempt ?? null) : null;
}

const newestOf = (open: ReadonlyMap<string, TurnRecord>, taskId: string): number =>
  Math.max(0, ...[...open.values()].filter((turn) => turn.taskId === taskId).map(({ attempt }) => attempt));

/** Nothing happens any more in the turns of a task, but in those of a kind. */
function close(open: Map<string, TurnRecord>, taskId: string, but: AttemptKind | null = null): void {
  for (const [key, turn] of open) if (turn.taskId === taskId && turn.kind !== but) open.delete(key);
}

/** Nothing that is under way in a run that somebody closes comes to anything any more. */
function endAll(open: Map<string, TurnRecord>, at: string): void {
  for (const turn of open.values()) {
    if (turn.outcome !== "open") continue;
    Object.assign(turn, { outcome: "lost", codes: ["RUN_CLOSED"] });
    step(turn, "agent", turn.end, at, false, "RUN_CLOSED: the run was closed");
  }
  open.clear();
}

/** A turn that a person must decide about goes on afterwards. */
const OVER: ReadonlySet<string> = new Set(["proven", "not_proven", "lost", "rejected", "noted"]);

function begin(
  event: EventOf<"attempt_started">,
  position: number,
  at: string,
  route: EventOf<"attempt_routed"> | null,
  kind: AttemptKind,
): TurnRecord {
  const { task_id: taskId, attempt, agent, packet, offer = null } = event;
  const quoted = offer?.citations.length ?? 0;
  const turn: TurnRecord = {
    taskId,
    attempt,
    agent,
    position,
    packet,
    offer,
    route,
    start: at,
    end: at,
    outcome: "open",
    codes: [],
    kind,
    chosenOf: null,
    usage: null,
    proof: null,
    evaluation: null,
    proofBlob: null,
    evidence: 0,
    steps: [],
    began: new Map(),
  };
  step(turn, "dispatch", at, at, true, `to ${agent}${quoted === 0 ? "" : `, ${quoted} from memory`}`);
  return turn;
}

/** What is chosen is judged in the turn of the newest build, whichever was it. */
function reopen(
  turns: readonly TurnRecord[],
  open: Map<string, TurnRecord>,
  { task_id: taskId, attempt, chosen, builds }: EventOf<"build_chosen">,
): void {
  const turn = turns.findLast((one) => one.taskId === taskId && one.attempt === attempt);
  close(open, taskId);
  if (turn === undefined) return;
  open.set(keyOf(taskId, attempt), turn);
  if (chosen === null) return;
  Object.assign(turn, {
    outcome: "open",
    codes: [],
    chosenOf: builds.find((one) => one.attempt === chosen)?.agent ?? null,
  });
}

function step(turn: TurnRecord, name: Step["name"], start: string, end: string, ok: boolean, said: string): void {
  turn.steps.push({ name, start, end, ok, said });
  turn.end = end;
}

/** What each event adds to its turn. What comes next begins where the last step ended, or when a person said yes. */
const HANDLERS: { readonly [T in RunEvent["type"]]?: (turn: TurnRecord, event: EventOf<T>, at: string) => void } = {
  attempt_answered(turn, { usage = null, status, violations, findings }, at) {
    turn.usage = usage;
    step(turn, "agent", turn.end, at, true, status ?? "answered");
    const codes = [...violations, ...findings].map(({ code }) => code);
    const stopped = codes.filter((code) => code.startsWith("FIREWALL_"));
    const broken = violations.map(({ code }) => code).filter((code) => !stopped.includes(code));
    step(turn, "envelope", at, at, broken.length === 0, broken.join(", ") || "valid");
    step(turn, "firewall", at, at, stopped.length === 0, stopped.join(", ") || "passed");
  },
  attempt_lost(turn, { usage = null, code, detail }, at) {
    Object.assign(turn, { usage, outcome: "lost", codes: [code] });
    step(turn, "agent", turn.end, at, false, `${code}: ${detail}`);
  },
  candidate_moved(turn, { candidate }, at) {
    step(turn, "move", turn.end, at, candidate !== null, "onto the newest commit");
  },
  candidate_normalised(turn, _event, at) {
    step(turn, "normalise", turn.end, at, true, "by the project's own commands");
  },
  evidence_recorded(turn, { path, sha256 }) {
    turn.evidence += 1;
    if (/\/proof(?:-\d+)?\.json$/.test(path)) turn.proofBlob = sha256;
  },
  approved(turn, _event, at) {
    turn.end = at;
  },
  implementation_judged(turn, { outcome, findings, proof, evaluation = null }, at) {
    turn.proof = proof;
    turn.evaluation = evaluation ?? turn.evaluation;
    turn.codes = findings
      .filter(({ severity }) => severity === "error" || severity === "person")
      .map(({ code }) => code);
    const isBuild = turn.kind === "best_of" && turn.chosenOf === null;
    turn.outcome = isBuild
      ? "built"
      : outcome === "passed"
        ? "open"
        : outcome === "failed"
          ? "not_proven"
          : "person_needed";
    step(turn, "prove", turn.end, at, outcome === "passed", proof?.verdict ?? turn.codes[0] ?? outcome);
  },
  attempt_noted(turn, _event, at) {
    turn.outcome = "noted";
    step(turn, "choose", turn.end, at, true, "what it said waits for the next attempt");
  },
  build_chosen(turn, { chosen, why }, at) {
    step(turn, "choose", at, at, chosen !== null, chosen === null ? why : `attempt ${chosen}: ${why}`);
  },
  validation_started(turn, _event, at) {
    turn.end = at;
    turn.began.set("validation", at);
  },
  review_started(turn, { gate, round }, at) {
    turn.end = at;
    turn.began.set(`${gate} ${round}`, at);
  },
  review_judged(turn, { gate, round, by, outcome, code, reasons }, at) {
    const why = code ?? reasons[0] ?? "";
    const said = [gate, outcome, ...(why === "" ? [] : [why]), `by ${by ?? "a person"}`].join(" ");
    step(turn, "review", turn.began.get(`${gate} ${round}`) ?? turn.end, at, outcome === "passed", said);
  },
  validation_judged(turn, { outcome }, at) {
    const passed = outcome === "passed";
    Object.assign(turn, { outcome: passed ? "proven" : "not_proven", codes: passed ? [] : ["TEST_FAILED"] });
    step(turn, "validate", turn.began.get("validation") ?? turn.end, at, passed, outcome);
  },
  handoff_rejected(turn, { reason }, at) {
    turn.outcome = "rejected";
    step(turn, "reject", turn.end, at, false, reason);
  },
  task_committed(turn, { commit }, at) {
    step(turn, "commit", turn.end, at, true, commit.slice(0, 12));
  },
};

function take(turn: TurnRecord, event: RunEvent, at: string): void {
  const handle = HANDLERS[event.type] as ((turn: TurnRecord, event: RunEvent, at: string) => void) | undefined;
  handle?.(turn, event, at);
}
