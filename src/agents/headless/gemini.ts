import { z } from "zod";
import { UNKNOWN_USAGE } from "../../schema/usage-sums.ts";
import { apiErrorOf, reported, Tokens, type Outcome, type Reader } from "./reader.ts";

const Line = z.discriminatedUnion("type", [
  z.object({ type: z.literal("message"), role: z.literal("assistant"), content: z.string() }),
  z.object({ type: z.literal("tool_use") }),
  z.object({ type: z.literal("error"), message: z.string() }),
  z.object({
    type: z.literal("result"),
    status: z.string(),
    error: z.looseObject({ message: z.string() }).optional().catch(undefined),
    stats: z.object({ input_tokens: Tokens, output_tokens: Tokens }).optional().catch(undefined),
  }),
]);

/** `stream-json` of Gemini CLI: the final message is what came in pieces after the last tool call. */
export function createGeminiReader(): Reader {
  let outcome: Outcome = { text: "", usage: UNKNOWN_USAGE, error: null, end: "open" };
  return {
    read(line) {
      const parsed = Line.safeParse(line);
      if (!parsed.success) return;
      const { data } = parsed;
      if (data.type === "message") outcome = { ...outcome, text: outcome.text + data.content };
      else if (data.type === "tool_use") outcome = { ...outcome, text: "" };
      else if (data.type === "error") outcome = { ...outcome, error: data.message };
      else {
        const usage = reported(data.stats?.input_tokens ?? 0, data.stats?.output_tokens ?? 0, null);
        outcome =
          data.status === "success"
            ? { ...outcome, usage, error: null, end: "done" }
            : { ...outcome, usage, error: failureOf(data, outcome.error), end: "failed" };
      }
    },
    outcome: () => outcome,
  };
}

function failureOf({ error, status }: Extract<z.infer<typeof Line>, { type: "result" }>, last: string | null): string {
  return error === undefined ? (last ?? status) : (apiErrorOf(error.message) ?? error.message);
}
