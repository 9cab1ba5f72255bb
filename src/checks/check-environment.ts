import { delimiter, dirname } from "node:path";
import { AGENT_TURN, IN_CHECKS } from "../util/agent-turn.ts";
import { programPath } from "../util/program-path.ts";

/** Names that every check gets from the user's environment; everything else must be named in `environment.env`. */
const PASSED = [
  "HOME",
  "USER",
  "LOGNAME",
  "LANG",
  "LC_ALL",
  "TZ",
  "http_proxy",
  "https_proxy",
  "no_proxy",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "NODE_EXTRA_CA_CERTS",
  "SSL_CERT_FILE",
  // As PATH it says which of several is meant: Maven and Gradle go by it, whatever stands on PATH.
  "JAVA_HOME",
];

/**
 * The clean environment of everything the harness runs for a project (security.md, Processes). The Node that runs the
 * harness comes first on PATH, and no `node_modules/.bin` of wherever the harness was started from.
 */
export function checkEnvironment(
  outer: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): Record<string, string> {
  const inherited = programPath(outer["PATH"]);
  const env: Record<string, string> = {
    PATH: [dirname(process.execPath), inherited].filter(Boolean).join(delimiter),
    TERM: "dumb",
  };
  for (const name of [...PASSED, ...names]) {
    const value = outer[name];
    if (value !== undefined) env[name] = value;
  }
  env[AGENT_TURN] = IN_CHECKS;
  return env;
}
