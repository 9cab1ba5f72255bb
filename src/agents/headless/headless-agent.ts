import { agentEnvironment, ownFolders } from "../environment.ts";
import { isContained, type Agent } from "../port.ts";
import type { Profile } from "../profiles/profile.ts";
import { withProviderRetries, type RetryOptions } from "../provider.ts";
import { LAUNCHES } from "./launches.ts";
import { playHeadlessTurn } from "./turn.ts";

export interface HeadlessAgentOptions {
  readonly profile: Profile;
  /** Its absolute path. */
  readonly program: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Names of the user's environment that reach it beside what its profile needs. */
  readonly names?: readonly string[];
  readonly retry?: RetryOptions;
}

/** An agent's own program, started once a turn: for who has it without its ACP adapter. */
export function createHeadlessAgent({ profile, program, env, names = [], retry }: HeadlessAgentOptions): Agent {
  const launch = LAUNCHES[profile.name];
  return {
    name: profile.name,
    specification: `headless:${profile.name}`,
    program,
    async run(turn) {
      const { containment, endpoints, workspace, name } = turn;
      const own = agentEnvironment(env, { profile, names, endpoints, name });
      const argv: [string, ...string[]] = [
        program,
        ...launch.arguments({ env: own, endpoints, contained: isContained(turn) }),
      ];
      const wrapped = containment?.wrap(argv, { workspace, home: ownFolders(env, profile) }) ?? argv;
      return withProviderRetries(
        turn,
        async (each, tries) => playHeadlessTurn(launch, { argv: wrapped, env: own }, each, tries),
        retry,
      );
    },
  };
}
