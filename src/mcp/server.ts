import { McpServer, type CallToolResult, type ServerContext } from "@modelcontextprotocol/server";
import { asCoded } from "../cli/output.ts";
import { stepName } from "../cli/progress.ts";
import type { Surroundings } from "../cli/surroundings.ts";
import { BatonError, CODES, type Code } from "../errors.ts";
import { packageVersion } from "../util/package-root.ts";
import { createRedactor, redactDeep } from "../util/redact.ts";
import type { McpContext, Tool } from "./tool.ts";
import { TOOLS } from "./tools.ts";

const INSTRUCTIONS =
  "baton gives out one task at a time and proves the work itself. Call baton_next, work in the folder it names, then baton_submit; repeat until it gives no task. Only its verdict counts.";

/** A server over the run of one repository; one for each connection or request. */
export function createMcpServer(context: McpContext): McpServer {
  const server = new McpServer(
    { name: "proofbaton", title: "Proofbaton", version: packageVersion() },
    { instructions: INSTRUCTIONS },
  );
  for (const tool of TOOLS) {
    const { name, description, input, readOnly } = tool;
    const standard = input["~standard"];
    // Arguments that do not fit are told with a code like every other error, so the tool itself looks at them.
    const inputSchema = { "~standard": { ...standard, validate: (value: unknown) => ({ value }) } };
    server.registerTool(
      name,
      { description, inputSchema, annotations: { readOnlyHint: readOnly } },
      async (args, call) => answerCall(tool, args, context, call),
    );
  }
  return server;
}

async function answerCall(
  tool: Tool,
  args: unknown,
  context: McpContext,
  call: ServerContext,
): Promise<CallToolResult> {
  const redact = createRedactor(context.around.env);
  try {
    const { data, text } = await tool.call(args, { ...context, around: surroundingsOf(context.around, call) });
    return { content: [{ type: "text", text: redact(text) }], structuredContent: redactDeep(data, redact) };
  } catch (thrown) {
    const { code, message, hint, details } = redactDeep(
      factsOf(await inWordsOfTools(asCoded(thrown), context)),
      redact,
    );
    return {
      isError: true,
      content: [{ type: "text", text: `${code}: ${message}\nNext: ${hint}` }],
      structuredContent: { error: { code, message, hint, details } },
    };
  }
}

const factsOf = ({ code, message, hint, details }: Omit<BatonError, "exitCode">) => ({ code, message, hint, details });

/** A call's own surroundings: called off with it, and what a command would say on a terminal is told as progress. */
function surroundingsOf(around: Surroundings, { mcpReq, http }: ServerContext): Surroundings {
  const token = mcpReq._meta?.progressToken;
  let progress = 0;
  const tell = (message: string): void => {
    if (token === undefined || message.trim() === "") return;
    progress += 1;
    const params = { progressToken: token, progress, message: message.trim() };
    // A client that is gone needs no progress; the call itself is called off by its signal.
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  };
  const signals = [around.signal, mcpReq.signal, ...(http?.req === undefined ? [] : [http.req.signal])];
  return {
    ...around,
    json: true,
    signal: AbortSignal.any(signals),
    progress: {
      show: (step) => {
        const { result } = step;
        const counts = result === undefined ? "…" : `${result.passed} passed, ${result.failed} failed`;
        tell(`${stepName(step)}: ${counts}`);
      },
      // What begins it was said.
      work: () => {},
      say: tell,
      end: () => {},
    },
  };
}

/** Hints name commands; an agent is told the tool, and never to end a process. */
const HINTS: Partial<Record<Code, string>> = {
  LOCK_CONFLICT: "Another baton process is at work here: call baton_wait, then try again.",
  INTERRUPTED: "What was done is kept: call baton_next, it goes on where this stopped.",
  ATTEMPT_FENCED: "Hand in nothing more for it; baton_assignment shows what is open, baton_next what comes next.",
  RESULT_INVALID: "Call baton_next, and hand in what it gives out.",
};

async function inWordsOfTools(thrown: BatonError, context: McpContext): Promise<Omit<BatonError, "exitCode">> {
  const isLock = thrown.code === "LOCK_CONFLICT";
  const error = isLock ? await (await import("./reading.ts")).explainLock(thrown, context) : thrown;
  const hint = HINTS[error.code];
  if (hint === undefined || error.hint !== CODES[error.code].remedy) return error;
  return new BatonError(error.code, error.message, { hint, details: { ...error.details } });
}
