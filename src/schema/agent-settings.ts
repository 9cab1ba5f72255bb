import { z } from "zod";
import { IsolationLevel } from "./proof.ts";

/** What a run's agents get; `resume` needs no word of it. Names of variables, never values. */
export const AgentSettings = z.strictObject({
  agent_env: z.array(z.string()),
  /** Null: what suits the agent. */
  isolation: z.enum([...IsolationLevel.options, "auto"]).nullable(),
  agent_user: z.string().nullable(),
  meter: z.boolean(),
  /** MODEL=INPUT,OUTPUT,…: a model once. */
  price: z.array(z.string()),
  /** Who reviews and who does QA, as `--reviewer` and `--qa-agent` said; absent or null: as configured. */
  reviewer: z.string().nullable().optional(),
  qa_agent: z.string().nullable().optional(),
  /** What `--agents` said, from cheap to strong; absent: there is one agent. */
  agents: z.array(z.string()).optional(),
  /** FIELD=VALUE of the governor, as `--set` said; absent: BATON_* and the configuration alone. */
  governor: z.array(z.string()).optional(),
});
export type AgentSettings = z.infer<typeof AgentSettings>;
