import { z } from "zod";
import { defineTool, type Tool } from "./tool.ts";

/** Which attempt the caller means: one that lost it changes nothing (design.md §7). */
const attemptName = { task_id: z.string().min(1).max(200), attempt: z.int().positive() };

const ANSWER_LIMIT = 1_000_000;
const TEXT_LIMIT = 4000;
/** Clients give up on a call after a minute, some sooner. */
const WAIT_SECONDS = 25;

/** All tools of the server. What they do is loaded when they are called: a client waits for the first answer. */
export const TOOLS: readonly Tool[] = [
  defineTool({
    name: "baton_status",
    description: "Where the run stands: features proven and not, gates, what waits for a person, its journal position.",
    input: z.strictObject({}),
    readOnly: true,
    answer: async (_input, context) => (await import("./reading.ts")).readStatus(context),
  }),
  defineTool({
    name: "baton_next",
    description:
      "Open the next task, or show the open one: its packet, and a clone to work in. Run only there; edit only the files it allows. May take minutes.",
    input: z.strictObject({}),
    readOnly: false,
    answer: async (_input, context) => (await import("./working.ts")).openNext(context),
  }),
  defineTool({
    name: "baton_assignment",
    description: "Read the open assignment again: packet, working folder, who drives it. Changes nothing.",
    input: z.strictObject({}),
    readOnly: true,
    answer: async (_input, context) => (await import("./reading.ts")).readAssigned(context),
  }),
  defineTool({
    name: "baton_submit",
    description:
      "Hand in the clone of your attempt with your answer (the envelope of packet.answer_format; empty: artifacts/answer.md). The harness runs the tests itself and answers its verdict. Takes minutes.",
    input: z.strictObject({ ...attemptName, answer: z.string().max(ANSWER_LIMIT).default("") }),
    readOnly: false,
    answer: async (input, context) => (await import("./working.ts")).submit(input, context),
  }),
  defineTool({
    name: "baton_heartbeat",
    description: "Say that you are still at work on your attempt.",
    input: z.strictObject(attemptName),
    readOnly: false,
    answer: async (name, context) => (await import("./working.ts")).beat(name, context),
  }),
  defineTool({
    name: "baton_record_artifact",
    description: "Keep a file from artifacts/ of your clone on record now, hashed, for good; a claim, not proof.",
    input: z.strictObject({
      ...attemptName,
      path: z.string().min(1).max(1024).describe("artifacts/…"),
      description: z.string().min(1).max(TEXT_LIMIT),
    }),
    readOnly: false,
    answer: async (input, context) => (await import("./working.ts")).recordArtifact(input, context),
  }),
  defineTool({
    name: "baton_wait",
    description:
      "Wait until the run's journal goes beyond a position (from baton_status), then answer like baton_status.",
    input: z.strictObject({
      position: z.int().nonnegative(),
      seconds: z.int().min(1).max(300).default(WAIT_SECONDS),
    }),
    readOnly: true,
    answer: async (input, context) => (await import("./reading.ts")).wait(input, context),
  }),
  defineTool({
    name: "baton_request_approval",
    description: "Ask a person for an approval that a finding names (approvals of baton_status). Never grants it.",
    input: z.strictObject({ approval: z.string().min(1).max(100), reason: z.string().min(1).max(TEXT_LIMIT) }),
    readOnly: false,
    answer: async (input, context) => (await import("./working.ts")).askApproval(input, context),
  }),
];
