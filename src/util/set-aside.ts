import { randomUUID } from "node:crypto";
import { renameSync } from "node:fs";
import { coding } from "../errors.ts";

/** Moves a file that cannot be used out of the way, beside where it lay: somebody may still want to look at it. Answers its new place. */
export function setAside(path: string): string {
  const aside = `${path}.aside-${randomUUID().slice(0, 8)}`;
  coding(path, () => renameSync(path, aside));
  return aside;
}
