import type { Profile } from "./profile.ts";

/** Certificates and proxies of the user's network pass to every agent. */
export const NETWORK_ENV = [
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "http_proxy",
  "https_proxy",
  "no_proxy",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "NODE_EXTRA_CA_CERTS",
] as const;

export const PROFILES: readonly Profile[] = [
  {
    name: "claude",
    title: "Claude Code",
    login: "Type `claude auth login`, or set ANTHROPIC_API_KEY",
    env: [
      "ANTHROPIC_API_KEY",
      "ANTHROPIC_AUTH_TOKEN",
      "ANTHROPIC_BASE_URL",
      "ANTHROPIC_MODEL",
      "CLAUDE_CONFIG_DIR",
      "CLAUDE_CODE_OAUTH_TOKEN",
    ],
    // As root it wants IS_SANDBOX=1 and fails with any other value, so that one does not pass.
    // It hides MCP tools behind a search, and goes on asking long after its key was refused.
    settings: { ENABLE_TOOL_SEARCH: "false", CLAUDE_CODE_MAX_RETRIES: "2", DISABLE_AUTOUPDATER: "1" },
    homePaths: [".claude", ".claude.json", ".cache"],
    homeVariable: "CLAUDE_CONFIG_DIR",
    hosts: ["api.anthropic.com"],
    acp: {
      argv: ["claude-agent-acp"],
      install: "npm install -g @agentclientprotocol/claude-agent-acp",
      mode: "acceptEdits",
      auth: null,
    },
    headless: { program: "claude", install: "npm install -g @anthropic-ai/claude-code" },
  },
  {
    name: "codex",
    title: "Codex",
    login: "Type `codex login`, or set OPENAI_API_KEY",
    env: ["OPENAI_API_KEY", "CODEX_API_KEY", "CODEX_HOME", "CODEX_CONFIG", "MODEL_PROVIDER"],
    settings: {},
    homePaths: [".codex"],
    homeVariable: "CODEX_HOME",
    hosts: ["api.openai.com"],
    acp: {
      argv: ["codex-acp"],
      install: "npm install -g @agentclientprotocol/codex-acp",
      mode: "workspace-write",
      auth: "api-key",
    },
    headless: { program: "codex", install: "npm install -g @openai/codex" },
  },
  {
    name: "gemini",
    title: "Gemini CLI",
    login: "Start `gemini` once and log in, or set GEMINI_API_KEY",
    env: ["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GEMINI_BASE_URL", "GEMINI_MODEL"],
    settings: {},
    homePaths: [".gemini"],
    homeVariable: null,
    hosts: ["generativelanguage.googleapis.com"],
    acp: {
      argv: ["gemini", "--acp"],
      install: "npm install -g @google/gemini-cli",
      // It edits by itself only in folders that its user trusts; here it asks, and policy answers.
      mode: null,
      auth: "gemini-api-key",
    },
    headless: { program: "gemini", install: "npm install -g @google/gemini-cli" },
  },
  {
    name: "opencode",
    title: "OpenCode",
    login: "Type `opencode auth login`, or set your provider's key",
    env: ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "OPENCODE_CONFIG", "OPENCODE_CONFIG_CONTENT"],
    settings: {},
    homePaths: [".config/opencode", ".local/share/opencode", ".local/state/opencode", ".cache/opencode"],
    homeVariable: null,
    hosts: [],
    acp: { argv: ["opencode", "acp"], install: "npm install -g opencode-ai", mode: null, auth: null },
    headless: { program: "opencode", install: "npm install -g opencode-ai" },
  },
  {
    name: "qwen",
    title: "Qwen Code",
    login: "Type `qwen auth`, or set OPENAI_API_KEY",
    env: ["OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL", "DASHSCOPE_API_KEY"],
    settings: {},
    homePaths: [".qwen"],
    homeVariable: null,
    hosts: [],
    acp: { argv: ["qwen", "--acp"], install: "npm install -g @qwen-code/qwen-code", mode: "auto-edit", auth: "openai" },
    headless: { program: "qwen", install: "npm install -g @qwen-code/qwen-code" },
  },
];
