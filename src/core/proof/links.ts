import type { Finding } from "../../errors.ts";

/** A symbolic link that head adds or turns elsewhere. */
export interface ChangedLink {
  readonly path: string;
  readonly target: string;
  /** Names exactly this link, for an approval. */
  readonly approval: string;
}

/** What lies behind a link out of the repository is on this machine alone: tests may lean on it, and whoever clones it gets another thing. */
export function judgeLinks(links: readonly ChangedLink[]): Finding[] {
  return links.filter(leadsOut).map(({ path, target, approval }) => ({
    code: "PROTECTED_PATH",
    severity: "person",
    path,
    approval,
    message: `${path} is a link that leads out of the repository: ${target}`,
  }));
}

/** Whether its steps go above the root, whatever they come back to. */
function leadsOut({ path, target }: ChangedLink): boolean {
  if (target.startsWith("/")) return true;
  let depth = path.split("/").length - 1;
  for (const step of target.split("/")) {
    if (step !== "" && step !== ".") depth += step === ".." ? -1 : 1;
    if (depth < 0) return true;
  }
  return false;
}
