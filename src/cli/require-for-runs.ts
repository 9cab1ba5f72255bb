import { landOf } from "../engine/run/landing/land-mode.ts";
import { registryOf } from "../engine/run/registry.ts";
import type { Config } from "../schema/config.ts";

/** What only `init` and `run` would refuse of a configuration. Throws CONFIG_INVALID. */
export function requireForRuns(config: Config): void {
  registryOf(config);
  landOf({ land: null }, config);
}
