import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { BatonError } from "../errors.ts";

type Variables = Readonly<Record<string, string | undefined>>;

const OTHERS = 0o077;

/**
 * The shell's variables, over those of a file of the user's own (`baton/env` in the configuration folder), where what tests need can lie
 * without being in the shell or in the repository (verification.md, Where runs happen). Checks get of either what `environment.env`
 * names. Throws ENVIRONMENT_FAILED where others can read or write the file.
 */
export function withEnvFile(shell: Variables): Variables {
  const base = shell["XDG_CONFIG_HOME"];
  const path = join(base !== undefined && isAbsolute(base) ? base : join(homedir(), ".config"), "baton", "env");
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true) return shell;
  const isOwn = process.getuid === undefined || found.uid === process.getuid();
  if (!isOwn || (found.mode & OTHERS) !== 0)
    throw new BatonError("ENVIRONMENT_FAILED", `${path} holds secrets, and is not this user's alone`, {
      hint: `chown and chmod 600 ${path}, then run the command again.`,
    });
  // An import of it would load all that it exports, for commands that are to be quick.
  const { parseEnv } = process.getBuiltinModule("node:util");
  return { ...parseEnv(readFileSync(path, "utf8")), ...shell };
}
