import type { AgentEnd } from "../../agents/port.ts";
import type { Usage } from "../../schema/usage.ts";
import type { Tracer } from "../../util/tracer.ts";

/** An agent at work as a span by the GenAI conventions, with what it used; one that gave no answer ends it as an error. */
export async function inAgentSpan<T extends { readonly end: AgentEnd; readonly usage?: Usage }>(
  tracer: Tracer,
  { agent, conversation }: { readonly agent: string; readonly conversation: string },
  work: () => Promise<T>,
): Promise<T> {
  const metadata = {
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.provider.name": PROVIDERS[agent] ?? agent,
    "gen_ai.agent.name": agent,
    "gen_ai.conversation.id": conversation,
  };
  return tracer.within(
    () => tracer.span("focus", "agent", "AgentRuntime", { metadata }),
    async (span) => {
      const said = await work();
      const { input_tokens: input = null, output_tokens: output = null } = said.usage ?? {};
      if (input !== null) span.addMetadata("gen_ai.usage.input_tokens", input);
      if (output !== null) span.addMetadata("gen_ai.usage.output_tokens", output);
      if (said.end === "answered") return said;
      span.addMetadata("error.type", said.end);
      span.end(new Error(`the agent ended: ${said.end}`));
      return said;
    },
  );
}

/** Whose models an agent asks, by the names that the conventions have. */
const PROVIDERS: Readonly<Record<string, string>> = { claude: "anthropic", codex: "openai", gemini: "gcp.gemini" };
