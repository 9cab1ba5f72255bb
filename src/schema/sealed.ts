import { z } from "zod";

/** A part that was cut off when a file grew long: its entries come before those of the file that names it. */
const SealedEntry = z.strictObject({
  /** Relative to the run directory. */
  file: z.string(),
  sha256: z.string(),
  entries: z.number().int().positive(),
});

/** Oldest first; absent as long as the file is whole. */
export const Sealed = z.array(SealedEntry).min(1).optional();
