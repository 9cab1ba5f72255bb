import { createLockIndex } from "../../core/lock/index-of-locks.ts";
import { tallyVotes } from "../../core/governor/reasoning/tally-votes.ts";
import { splitOutsideBraces } from "../../core/pattern/list.ts";
import { alternativesOf } from "../../core/run/locks.ts";
import { BatonError } from "../../errors.ts";
import { EscalationRequiredError } from "../../core/governor/errors.ts";
import type { AgentOutput } from "../../schema/agent-output.ts";
import type { AgentBundleProposal } from "../../schema/governor-reasoning.ts";

/** What one agent of a bundle is asked to do; what others said is data to it. */
export interface BundleWork {
  readonly purpose: "work" | "vote" | "split" | "part" | "integrate";
  /** What a lead gave it to do; null: the whole. */
  readonly part: string | null;
  /** What a delegate holds alone while it works. */
  readonly files: readonly string[];
  /** To whom a lead may give parts, by name. */
  readonly delegates: readonly string[];
  readonly before: readonly AgentOutput[];
}

/** Starts one agent, and lets what it says through the firewall. Throws what kept it from saying anything usable. */
export type StartAgent = (agent: string, work: BundleWork, signal: AbortSignal) => Promise<AgentOutput>;

/** Chooses the best of several by its place; null: none will do. In `run` the checks choose. */
export type Chooser = (outputs: readonly AgentOutput[]) => Promise<number | null> | number | null;

export interface Vote {
  readonly agent: string;
  /** Null: it said nothing that counts. */
  readonly vote: string | null;
}

/** What a bundle comes to. */
export interface BundleResult {
  /** Null: nothing was decided, or nothing was said. */
  readonly output: AgentOutput | null;
  readonly outputs: readonly AgentOutput[];
  /** Agents that came to nothing, and why. */
  readonly failures: readonly { readonly agent: string; readonly reason: string }[];
  readonly votes: readonly Vote[];
  /** What the vote decided; null: no vote, or an abstention. */
  readonly decided: string | null;
  /** Work that a lead wanted done beyond the depth or the delegates it has, with why not. */
  readonly refused: readonly string[];
}

type Of<M extends AgentBundleProposal["orchestration_mode"]> = Extract<AgentBundleProposal, { orchestration_mode: M }>;

const EMPTY: BundleResult = { output: null, outputs: [], failures: [], votes: [], decided: null, refused: [] };
const WORK: BundleWork = { purpose: "work", part: null, files: [], delegates: [], before: [] };

/** One after the other, each with what those before it said; the last one's word is the result. */
export async function runPipeline(
  { mode_config: { sequence } }: Of<"pipeline">,
  start: StartAgent,
  signal: AbortSignal,
): Promise<BundleResult> {
  const outputs: AgentOutput[] = [];
  for (const agent of sequence) outputs.push(await start(agent, { ...WORK, before: [...outputs] }, signal));
  return { ...EMPTY, output: outputs.at(-1) ?? null, outputs };
}

/** All at once; who is not done when the time is over is ended, and the others count. Throws AGENT_EXECUTION_TIMEOUT, BUNDLE_FAILED. */
export async function runParallel(
  { agents, mode_config: { aggregation, timeout_ms: timeoutMs } }: Of<"parallel">,
  start: StartAgent,
  signal: AbortSignal,
  choose: Chooser,
): Promise<BundleResult> {
  const time = AbortSignal.timeout(timeoutMs);
  const inTime: StartAgent = async (...asked) =>
    start(...asked).catch((error: unknown) => {
      throw time.aborted ? new BatonError("AGENT_EXECUTION_TIMEOUT", `was ended after ${timeoutMs} ms`) : error;
    });
  const { outputs, failures } = await together(agents, inTime, WORK, AbortSignal.any([signal, time]));
  if (outputs.length === 0) {
    if (time.aborted) throw new BatonError("AGENT_EXECUTION_TIMEOUT", `no agent was done after ${timeoutMs} ms`);
    throw new BatonError("BUNDLE_FAILED", `no agent gave anything: ${reasonsOf(failures)}`);
  }
  if (aggregation === "merge") return { ...EMPTY, output: merged(outputs), outputs, failures };
  const at = await choose(outputs);
  const best = at === null ? undefined : outputs[at];
  if (best === undefined) throw new BatonError("BUNDLE_FAILED", `none of ${outputs.length} results will do`);
  return { ...EMPTY, output: best, outputs, failures };
}

const VOTE = /^\W{0,6}VOTE\s{0,3}:\s{0,3}(\S[^\n]{0,99})/gim;
const votesIn = ({ content: { output } }: AgentOutput): string[] => [
  ...new Set(
    [...output.matchAll(VOTE)].map(([, vote = ""]) =>
      vote
        .trim()
        .replace(/[.*_`]+$/, "")
        .toLowerCase(),
    ),
  ),
];

/** Null: none was said, or more than one. */
function voteOf(output: AgentOutput): string | null {
  const [vote = null, ...others] = votesIn(output);
  return others.length === 0 ? vote : null;
}

/**
 * Independent voters. Decided is what at least the threshold's share of all voters says; a tie, or too few, is broken as the
 * proposal has it: the vote given first in the bundle's order, none, or a person's. Who is not done when the time is over is
 * ended and has no vote. Throws ESCALATION_REQUIRED.
 */
export async function runVoting(
  { agents, mode_config: { threshold, tiebreaker } }: Of<"voting">,
  start: StartAgent,
  signal: AbortSignal,
): Promise<BundleResult> {
  const inTime: StartAgent = async (...asked) =>
    start(...asked).catch((error: unknown) => {
      throw signal.aborted ? new BatonError("AGENT_EXECUTION_TIMEOUT", "was ended when the time was over") : error;
    });
  const { outputs, failures } = await together(agents, inTime, { ...WORK, purpose: "vote" }, signal);
  if (outputs.length === 0) signal.throwIfAborted();
  const torn = outputs.flatMap((output) => {
    const votes = votesIn(output);
    return votes.length > 1 ? [{ agent: output.agent_id, reason: `voted more than once: ${votes.join(", ")}` }] : [];
  });
  const said = new Map(outputs.map((output) => [output.agent_id, voteOf(output)]));
  const nothingFrom = [...failures, ...torn];
  const votes = agents.map((agent): Vote => ({ agent, vote: said.get(agent) ?? null }));
  const tally = tallyVotes({ votes: votes.map(({ vote }) => vote), voters: votes.length, threshold, tiebreaker });
  if (tally.kind === "escalated")
    throw new EscalationRequiredError(
      [`the vote of ${votes.length} decides nothing at ${threshold}: ${tally.said}`, ...nothingFrom.map(wordsOf)].join(
        "; ",
      ),
      { votes, failures: nothingFrom },
    );
  const decided = tally.kind === "decided" ? tally.vote : null;
  const output = outputs.find((one) => decided !== null && voteOf(one) === decided) ?? null;
  return { ...EMPTY, output, outputs, failures: nothingFrom, votes, decided };
}

interface Part {
  readonly agent: string;
  readonly files: readonly string[];
  readonly text: string;
}
const DELEGATE = /^[\W\d]{0,8}DELEGATE\s+(\S{1,200})\s*(?:\[([^\]\n]{0,1000})\])?\s*:\s*(\S[^\n]{0,2000})/gim;

/** The `DELEGATE agent [files]: what` lines of an answer. A part that names no files holds them all. */
const partsIn = ({ content: { output, next_actions: actions } }: AgentOutput): Part[] =>
  [...[output, ...actions].join("\n").matchAll(DELEGATE)].map(([, agent = "", files = "", text = ""]) => {
    const patterns = splitOutsideBraces(files, /[\s,]+/).filter((file) => file !== "");
    return { agent, files: patterns.length === 0 ? ["**"] : patterns, text };
  });

/**
 * A lead splits, delegates work on their parts, the lead puts them together. Parts whose files meet never run at the same
 * time; a delegate may delegate in turn, as deep as the proposal allows. A lead that delegates nothing has answered alone. Throws
 * BUNDLE_FAILED.
 */
export async function runHierarchy(
  { mode_config: { lead, delegates, max_depth: depth } }: Of<"hierarchical">,
  start: StartAgent,
  signal: AbortSignal,
): Promise<BundleResult> {
  const outputs: AgentOutput[] = [];
  const refused: string[] = [];
  const noDelegate = (agent: string): string =>
    agent === lead ? "the lead itself, which is no delegate" : `no delegate, as are ${delegates.join(", ")}`;
  const workOn = async (from: AgentOutput, level: number): Promise<void> => {
    const parts = partsIn(from).filter(({ agent, text }) => {
      const why = level > depth ? `deeper than ${depth}` : delegates.includes(agent) ? null : noDelegate(agent);
      if (why !== null) refused.push(`${agent}: ${text} (${why})`);
      return why === null;
    });
    for (const wave of apart(parts)) {
      const done = await Promise.all(
        wave.map(async ({ agent, files, text }) =>
          start(agent, { ...WORK, purpose: "part", part: text, files, before: [from] }, signal),
        ),
      );
      outputs.push(...done);
      for (const one of done) await workOn(one, level + 1);
    }
  };
  const plan = await start(lead, { ...WORK, purpose: "split", delegates }, signal);
  outputs.push(plan);
  await workOn(plan, 1);
  if (outputs.length === 1 && refused.length > 0)
    throw new BatonError("BUNDLE_FAILED", `the lead ${lead} delegated only to who may not be: ${refused.join("; ")}`);
  // What needs no splitting is answered whole: there is nothing to put together.
  if (outputs.length === 1) return { ...EMPTY, output: plan, outputs };
  const output = await start(lead, { ...WORK, purpose: "integrate", before: [...outputs] }, signal);
  return { ...EMPTY, output, outputs: [...outputs, output], refused };
}

/** Parts in waves: within one no two may change the same file, and no agent is asked twice at the same time. */
function apart(parts: readonly Part[]): Part[][] {
  const waves: { readonly held: ReturnType<typeof createLockIndex<string>>; readonly parts: Part[] }[] = [];
  for (const part of parts) {
    const asked = { alternatives: part.files.flatMap((file) => [...alternativesOf(file)]), mode: "exclusive" } as const;
    const free = waves.find(
      (wave) => wave.held.conflicts(asked).length === 0 && wave.parts.every(({ agent }) => agent !== part.agent),
    );
    const wave = free ?? { held: createLockIndex<string>(), parts: [] };
    if (free === undefined) waves.push(wave);
    wave.held.add({ ...asked, value: part.text });
    wave.parts.push(part);
  }
  return waves.map((wave) => wave.parts);
}

/** Whoever fails is named, and the others count. */
async function together(agents: readonly string[], start: StartAgent, work: BundleWork, signal: AbortSignal) {
  const settled = await Promise.allSettled(agents.map(async (agent) => start(agent, work, signal)));
  const outputs: AgentOutput[] = [];
  const failures: { agent: string; reason: string }[] = [];
  for (const [at, one] of settled.entries()) {
    if (one.status === "fulfilled") outputs.push(one.value);
    else
      failures.push({
        agent: agents[at] ?? "",
        reason: one.reason instanceof Error ? one.reason.message : String(one.reason),
      });
  }
  return { outputs, failures };
}

const wordsOf = ({ agent, reason }: BundleResult["failures"][number]): string => `${agent}: ${reason}`;
const reasonsOf = (failures: BundleResult["failures"]): string => failures.map(wordsOf).join("; ");

/** Everything that was said, each under its agent's name. */
const merged = (outputs: readonly AgentOutput[]): AgentOutput => ({
  agent_id: outputs
    .map(({ agent_id: id }) => id)
    .join("+")
    .slice(0, 200),
  output_type: "proposal",
  content: {
    output: outputs.map(({ agent_id: id, content }) => `${id}:\n${content.output}`).join("\n\n"),
    next_actions: outputs.flatMap(({ content }) => content.next_actions),
  },
  requested_capabilities: [...new Set(outputs.flatMap(({ requested_capabilities: names }) => names))],
  metadata: {},
});
