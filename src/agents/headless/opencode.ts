import { z } from "zod";
import { reported, Tokens, type Outcome, type Reader } from "./reader.ts";

const Line = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), part: z.object({ messageID: z.string(), text: z.string() }) }),
  z.object({
    type: z.literal("step_finish"),
    part: z.object({
      reason: z.string(),
      cost: z.number().nonnegative().catch(0),
      tokens: z
        .object({
          input: Tokens,
          output: Tokens,
          reasoning: Tokens,
          cache: z.object({ read: Tokens, write: Tokens }).catch({ read: 0, write: 0 }),
        })
        .optional()
        .catch(undefined),
    }),
  }),
  z.object({
    type: z.literal("error"),
    error: z.looseObject({
      name: z.string().optional(),
      data: z.looseObject({ message: z.string().optional(), statusCode: z.number().optional() }).optional(),
    }),
  }),
]);
type Failure = Extract<z.infer<typeof Line>, { type: "error" }>["error"];

/** `opencode run --format json`: one step for each answer of the model; the reason of the last one ends the turn. */
export function createOpencodeReader(): Reader {
  let text = "";
  let message = "";
  let error: string | null = null;
  let end: Outcome["end"] = "open";
  const sum = { input: 0, output: 0, cost: 0 };
  return {
    read(line) {
      const parsed = Line.safeParse(line);
      if (!parsed.success) return;
      const { data } = parsed;
      if (data.type === "text") {
        text = data.part.messageID === message ? `${text}\n${data.part.text}` : data.part.text;
        message = data.part.messageID;
      } else if (data.type === "error") {
        error = wordsOf(data.error);
        end = "failed";
      } else {
        const { reason, tokens, cost } = data.part;
        sum.input += tokens === undefined ? 0 : tokens.input + tokens.cache.read + tokens.cache.write;
        sum.output += tokens === undefined ? 0 : tokens.output + tokens.reasoning;
        sum.cost += cost;
        if (end !== "failed") end = reason === "tool-calls" ? "open" : "done";
      }
    },
    outcome: () => ({ text, usage: reported(sum.input, sum.output, sum.cost), error, end }),
  };
}

function wordsOf({ name = "error", data }: Failure): string {
  const status = data?.statusCode === undefined ? "" : ` status ${data.statusCode}`;
  return `${name}${status}: ${data?.message ?? ""}`;
}
