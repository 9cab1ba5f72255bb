import type { z } from "zod";
import type { Surroundings } from "../cli/surroundings.ts";
import { BatonError } from "../errors.ts";
import type { AssignmentPacket } from "../schema/packet.ts";

/** What the tools of one server know. Who calls follows from where it was started, never from what it is told. */
export interface McpContext {
  readonly around: Surroundings;
  readonly run: string | undefined;
  /** Who works through this server, as the author of what is handed in: it reviews none of it. */
  readonly session: string;
  /** Set when the server was started in the clone of an attempt that another process drives. */
  readonly driven: AssignmentPacket | null;
}

/** What a tool answers: data for the model and the same as text, for clients that show only that. */
export interface ToolAnswer {
  readonly data: Record<string, unknown>;
  readonly text: string;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly readOnly: boolean;
  /** Throws what the command that it stands for throws, and USAGE_INVALID for arguments that do not fit. */
  call(args: unknown, context: McpContext): Promise<ToolAnswer>;
}

/** Parses at the edge: `answer` gets arguments that fit. */
export function defineTool<S extends z.ZodObject>({
  answer,
  ...facts
}: {
  readonly name: string;
  readonly description: string;
  readonly input: S;
  readonly readOnly: boolean;
  readonly answer: (input: z.infer<S>, context: McpContext) => Promise<ToolAnswer>;
}): Tool {
  return {
    ...facts,
    call: async (args, context) => {
      const parsed = facts.input.safeParse(args ?? {});
      if (parsed.success) return answer(parsed.data, context);
      const problems = parsed.error.issues.map(({ path, message }) => [...path, message].join(": "));
      throw new BatonError("USAGE_INVALID", `${facts.name}: ${problems.join("; ")}`, {
        details: { problems },
        hint: `Correct the arguments; ${facts.name} takes ${Object.keys(facts.input.shape).join(", ") || "none"}.`,
      });
    },
  };
}
