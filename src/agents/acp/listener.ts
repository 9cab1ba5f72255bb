import { z } from "zod";
import type { Transcript } from "../transcript.ts";
import { costOf } from "./usage.ts";

const Update = z.looseObject({ sessionUpdate: z.string() });
const Chunk = z.object({
  content: z.object({ type: z.literal("text"), text: z.string() }),
  messageId: z.string().nullish(),
});
/** How codex-acp marks a turn that its provider ended: the message that follows is the error, the turn "ends" as any. */
const SystemError = z.object({
  _meta: z.object({ codex: z.object({ threadStatus: z.object({ type: z.literal("systemError") }) }) }),
});

/** Hears all that an agent tells of a turn, and keeps what is needed afterwards. */
export interface Listener {
  update(params: unknown): void;
  /** Anything else worth keeping: questions, answers, refusals, ends. */
  note(entry: unknown): void;
  /** The agent was refused what it asked for, because these paths lie outside of its clone. */
  refuse(outside: readonly string[]): void;
  /** What it was refused as the last thing before it fell silent; empty: it went on by itself. */
  endedByRefusal(): readonly string[];
  /** The agent's final message; all of its messages when only they hold an answer in the asked form. */
  answer(): string;
  cost(): string | null;
  /** The adapter said that its provider ended the turn: the last message is the provider's error. */
  failed(): boolean;
}

const TEXT_LIMIT = 2 ** 20;
const MERGED_LIMIT = 64 * 2 ** 10;
const ENVELOPE = /\bSTATUS\b[\s\S]*\bTASK_ID\b|\bTASK_ID\b[\s\S]*\bSTATUS\b/;

export function createListener(transcript: Transcript): Listener {
  let pending: { sessionUpdate: string; messageId: string | null; text: string } | null = null;
  let all = "";
  let final = "";
  let messageId: string | null = null;
  let cost: string | null = null;
  let failed = false;
  let refused: readonly string[] = [];
  const flush = (): void => {
    if (pending !== null) transcript.add({ update: pending });
    pending = null;
  };
  const merge = (sessionUpdate: string, id: string | null, text: string): void => {
    const isSame = pending?.sessionUpdate === sessionUpdate && pending.messageId === id;
    if (!isSame || (pending?.text.length ?? 0) > MERGED_LIMIT) flush();
    pending = { sessionUpdate, messageId: id, text: `${pending?.text ?? ""}${text}` };
  };
  const say = (id: string | null, text: string): void => {
    const gap = final !== "" && id !== messageId ? "\n\n" : "";
    messageId = id;
    final = `${final}${gap}${text}`.slice(-TEXT_LIMIT);
    all = `${all}${gap}${text}`.slice(-TEXT_LIMIT);
  };
  return {
    update(params) {
      const parsed = z.object({ update: Update }).safeParse(params);
      if (!parsed.success) return this.note({ unknown: params });
      const { update } = parsed.data;
      const kind = update.sessionUpdate;
      const chunk = Chunk.safeParse(update);
      if (kind.endsWith("_chunk") && chunk.success) {
        const { content, messageId: id = null } = chunk.data;
        if (kind === "agent_message_chunk") {
          refused = [];
          say(id, content.text);
        }
        return merge(kind, id, content.text);
      }
      if (kind === "tool_call") {
        if (final !== "") all = `${all}\n\n`;
        final = "";
        refused = [];
      }
      if (kind === "usage_update") cost = costOf(update) ?? cost;
      if (SystemError.safeParse(update).success) {
        failed = true;
        final = "";
      }
      return this.note({ update });
    },
    note(entry) {
      flush();
      transcript.add(entry);
    },
    refuse(outside) {
      refused = outside;
    },
    endedByRefusal: () => refused,
    answer: () => (ENVELOPE.test(final) || !ENVELOPE.test(all) ? final || all : all),
    cost: () => cost,
    failed: () => failed,
  };
}
