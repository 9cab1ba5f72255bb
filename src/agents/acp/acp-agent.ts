import { agentEnvironment, ownFolders } from "../environment.ts";
import { isContained, type Agent } from "../port.ts";
import type { Profile } from "../profiles/profile.ts";
import { withProviderRetries, type RetryOptions } from "../provider.ts";
import { playAcpTurn } from "./turn.ts";

export interface AcpAgentOptions {
  readonly name: string;
  readonly specification: string;
  /** The adapter's program, an absolute path, and its arguments. */
  readonly argv: readonly [string, ...string[]];
  /** What is known of the agent; null for any other that speaks the protocol. */
  readonly profile: Profile | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Further names of `env` that reach it. */
  readonly names?: readonly string[];
  readonly retry?: RetryOptions;
}

/**
 * A coding agent over the Agent Client Protocol, version 1: a fresh process and session a turn, questions answered by
 * policy, nobody waited for. Its own end and words prove nothing.
 */
export function createAcpAgent(options: AcpAgentOptions): Agent {
  const { name, specification, argv, profile, env, names = [], retry = {} } = options;
  return {
    name,
    specification,
    program: argv[0],
    run: async (turn) =>
      withProviderRetries(
        turn,
        async (one, tries) => {
          const { workspace, containment, endpoints, name: turnName } = one;
          const places = { workspace, home: ownFolders(env, profile) };
          return playAcpTurn(
            {
              argv: containment?.wrap(argv, places) ?? argv,
              cwd: workspace,
              env: agentEnvironment(env, { profile, names, endpoints, name: turnName }),
              mode: (isContained(one) ? profile?.acp.containedMode : null) ?? profile?.acp.mode ?? null,
              auth: profile?.acp.auth ?? null,
            },
            one,
            tries,
          );
        },
        retry,
      ),
  };
}
