/** By the lock file at the root: whose `run` starts the project's scripts. */
export function packageManager(paths: Iterable<string>): "npm" | "pnpm" | "yarn" {
  const known = new Set(paths);
  if (known.has("pnpm-lock.yaml")) return "pnpm";
  return known.has("yarn.lock") ? "yarn" : "npm";
}
