// Preloaded into a command (`NODE_OPTIONS`): a SIGKILL where it gives a file below `runs/` its name, once KILL_AT matches it.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { KILL_AT } = process.env;
if (KILL_AT !== undefined) {
  const { renameSync } = fs;
  fs.renameSync = (from, to) => {
    if (String(to).includes("/runs/") && new RegExp(KILL_AT).test(String(to))) process.kill(process.pid, "SIGKILL");
    renameSync(from, to);
  };
  syncBuiltinESMExports();
}
