import type { Files } from "../../support/repository.ts";

/** An honest change with its tests. `base` and `head` are laid over the base that the family's cases share. */
export interface HonestCase {
  readonly name: string;
  readonly base?: Files;
  readonly head: Files;
}
