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

const words = (line: string): string[] => line.split(" ");

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
    home: [
      {
        path: ".claude",
        variable: "CLAUDE_CONFIG_DIR",
        config: words(
          ".claude.json settings.json settings.local.json CLAUDE.md agents commands hooks output-styles plugins rules skills",
        ),
        login: [".credentials.json"],
      },
      { path: ".", config: [".claude.json"], login: [] },
      { path: ".cache/claude-cli-nodejs", config: [], login: [] },
    ],
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
    home: [
      {
        path: ".codex",
        variable: "CODEX_HOME",
        config: words("config.toml AGENTS.md plugins prompts rules skills"),
        login: ["auth.json"],
      },
    ],
    hosts: ["api.openai.com"],
    acp: {
      argv: ["codex-acp"],
      install: "npm install -g @agentclientprotocol/codex-acp",
      mode: "workspace-write",
      // Its own sandbox cannot be set up within another one, and then its shell does nothing.
      containedMode: "agent-full-access",
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
    home: [
      {
        path: ".gemini",
        config: words(
          "settings.json .env GEMINI.md google_accounts.json installation_id trustedFolders.json commands extensions policies skills",
        ),
        login: ["oauth_creds.json"],
      },
    ],
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
    home: [
      {
        path: ".config/opencode",
        config: words(
          "opencode.json opencode.jsonc config.json AGENTS.md agent agents command commands mode modes plugin plugins skill skills",
        ),
        login: [],
      },
      { path: ".local/share/opencode", config: [], login: ["auth.json"] },
      { path: ".local/state/opencode", config: [], login: [] },
      { path: ".cache/opencode", config: ["models.json"], login: [] },
    ],
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
    home: [
      {
        path: ".qwen",
        config: words(
          "settings.json .env QWEN.md installation_id trustedFolders.json agents commands extensions skills",
        ),
        login: ["oauth_creds.json"],
      },
    ],
    hosts: [],
    acp: { argv: ["qwen", "--acp"], install: "npm install -g @qwen-code/qwen-code", mode: "auto-edit", auth: "openai" },
    headless: { program: "qwen", install: "npm install -g @qwen-code/qwen-code" },
  },
];
