import type { ModelEndpoints } from "../port.ts";
import { codexProvider } from "../profiles/metered.ts";
import type { Profile } from "../profiles/profile.ts";
import type { ProviderFailure } from "../provider-failure.ts";
import { createClaudeReader, createQwenReader } from "./claude.ts";
import { createCodexReader } from "./codex.ts";
import { createGeminiReader } from "./gemini.ts";
import { createOpencodeReader } from "./opencode.ts";
import type { Reader } from "./reader.ts";

export interface ArgumentsOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly endpoints: ModelEndpoints | undefined;
  /** Whether the harness's own walls stand around the agent. */
  readonly contained: boolean;
}

/** How a program is started for one turn whose prompt is on its standard input, and how its output is read. */
export interface HeadlessLaunch {
  arguments(options: ArgumentsOptions): readonly string[];
  createReader(): Reader;
  /** What an exit code means when nothing else was said. */
  readonly exits: Readonly<Record<number, ProviderFailure>>;
}

export const LAUNCHES: Readonly<Record<Profile["name"], HeadlessLaunch>> = {
  claude: {
    // Edits outside of its folder, and tools not named here, are refused without a question.
    arguments: () => [
      ...words("-p --output-format stream-json --verbose --no-session-persistence"),
      ...words("--permission-mode acceptEdits --allowedTools Bash"),
    ],
    createReader: createClaudeReader,
    exits: {},
  },
  codex: {
    // Its own sandbox cannot be set up within another one; tests may need the loopback network.
    arguments: ({ env, endpoints, contained }) => [
      ...words("exec --json --ephemeral --skip-git-repo-check -c approval_policy=never"),
      ...words(`--sandbox ${contained ? "danger-full-access" : "workspace-write"}`),
      ...words("-c sandbox_workspace_write.network_access=true"),
      ...(endpoints === undefined ? [] : settings(codexProvider(endpoints, env))),
      "-",
    ],
    createReader: createCodexReader,
    exits: {},
  },
  gemini: {
    arguments: () => words("--output-format stream-json --approval-mode yolo --skip-trust"),
    createReader: createGeminiReader,
    // 41: no way to authenticate was chosen; else its exit code is the provider's HTTP status, modulo 256.
    exits: { 41: "unauthorized", 145: "unauthorized", 146: "budget_spent", 147: "unauthorized", 173: "transient" },
  },
  opencode: {
    arguments: () => words("run --format json --auto"),
    createReader: createOpencodeReader,
    exits: {},
  },
  qwen: {
    arguments: () => words("--output-format stream-json --approval-mode yolo"),
    createReader: createQwenReader,
    exits: {},
  },
};

const words = (line: string): string[] => line.split(" ");

/** Nested settings as Codex takes them: `-c a.b="c"`. */
function settings(values: Readonly<Record<string, unknown>>, above = ""): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    typeof value === "object" && value !== null
      ? settings(value as Record<string, unknown>, `${above}${name}.`)
      : ["-c", `${above}${name}=${JSON.stringify(value)}`],
  );
}
