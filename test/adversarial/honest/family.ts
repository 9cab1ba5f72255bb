import type { Files } from "../../support/repository.ts";
import type { HonestCase } from "./case.ts";

/** The cases of one runner over one base. All share its package.json, so that dependencies are installed once. */
export interface HonestFamily {
  readonly name: string;
  readonly base: Files;
  readonly cases: readonly HonestCase[];
}

/** A case's files below the case's own folder: cases cannot collide, and a test id says where it comes from. */
export function placed(name: string, files: Files = {}): Files {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${name}/${path}`, text]));
}
