import { z } from "zod";
import { UNKNOWN_USAGE } from "../../schema/usage-sums.ts";
import { reported, Tokens, type Outcome, type Reader } from "./reader.ts";

const Line = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("item.completed"),
    item: z.object({ type: z.literal("agent_message"), text: z.string() }),
  }),
  z.object({
    type: z.literal("turn.completed"),
    usage: z.object({ input_tokens: Tokens, output_tokens: Tokens }).optional().catch(undefined),
  }),
  z.object({ type: z.literal("turn.failed"), error: z.object({ message: z.string() }) }),
  z.object({ type: z.literal("error"), message: z.string() }),
]);

/** `codex exec --json`. An `error` may be one of its own tries; only `turn.failed` ends the turn. */
export function createCodexReader(): Reader {
  let outcome: Outcome = { text: "", usage: UNKNOWN_USAGE, error: null, end: "open" };
  return {
    read(line) {
      const parsed = Line.safeParse(line);
      if (!parsed.success) return;
      const { data } = parsed;
      if (data.type === "item.completed") outcome = { ...outcome, text: data.item.text, error: null };
      else if (data.type === "error") outcome = { ...outcome, error: data.message };
      else if (data.type === "turn.failed") outcome = { ...outcome, error: data.error.message, end: "failed" };
      else {
        const usage = reported(data.usage?.input_tokens ?? 0, data.usage?.output_tokens ?? 0, null);
        outcome = { ...outcome, usage, error: null, end: "done" };
      }
    },
    outcome: () => outcome,
  };
}
