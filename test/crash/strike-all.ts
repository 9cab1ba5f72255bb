import { dirname, join } from "node:path";
import { inShares } from "../reliability/shares.ts";
import { copyScene, type Scene } from "./scene.ts";
import type { Strike, StrikeOutcome } from "./strike.ts";

export interface StrikeShare {
  readonly top: string;
  readonly strikes: readonly Strike[];
  /** At so many points of each recovery it is struck again; 0: at none. */
  readonly again: number;
}

export type StrikeAnswer = readonly (StrikeOutcome & { readonly strike: Strike })[];

/** Strikes at all of them, on the scene and `jobs - 1` copies at once: in processes of their own, since calls are synchronous. */
export async function strikeAll(
  scene: Scene,
  strikes: readonly Strike[],
  { jobs, again }: { readonly jobs: number; readonly again: number },
): Promise<StrikeAnswer> {
  const scenes = [scene, ...Array.from({ length: Math.min(jobs, strikes.length) - 1 }, () => copyScene(scene))];
  try {
    const shares = scenes.map(({ directory }, at): StrikeShare => ({
      top: dirname(directory),
      strikes: strikes.filter((_, index) => index % scenes.length === at),
      again,
    }));
    return (await inShares<StrikeShare, StrikeAnswer>(join(import.meta.dirname, "share.ts"), shares)).flat();
  } finally {
    for (const copy of scenes.slice(1)) copy.remove();
  }
}
