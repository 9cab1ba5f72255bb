import { z } from "zod";
import { SIGNAL_KINDS, SURROUNDINGS } from "../../schema/source.ts";

/** What the programs in `inject/` that read other languages answer; each is one list. */

const Strength = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
const Strings = z.array(z.string());
const Said = z.strictObject({
  pinned: Strings,
  constants: Strings,
  words: Strings,
  asked: Strings,
  uses: Strings,
  through: z.array(Strings),
});
export const Tests = z.array(
  z.strictObject({
    path: z.string(),
    name: z.string().nullable(),
    helper: z.boolean(),
    line: z.number(),
    start: z.number().optional(),
    end: z.number().optional(),
    skipped: z.boolean(),
    skipsElsewhere: z.boolean().optional(),
    assertions: z.array(Strength),
    spare: z.number().default(0),
    said: Said.optional(),
    calls: z.array(z.strictObject({ name: z.string(), most: Strength })).optional(),
    digest: z.string(),
  }),
);
export const Stubbed = z.array(z.strictObject({ path: z.string(), text: z.string(), symbols: z.array(z.string()) }));
export const Flipped = z.array(z.strictObject({ path: z.string(), text: z.string(), flipped: z.number() }));
export const Mutated = z.array(
  z.strictObject({ path: z.string(), text: z.string(), symbol: z.string(), line: z.number(), end_line: z.number() }),
);
/** Files with what was put into them. */
export const Texts = z.array(z.strictObject({ path: z.string(), text: z.string() }));
export const Disguised = z.array(
  z.strictObject({
    path: z.string(),
    text: z.string(),
    asks: z.array(
      z.strictObject({
        about: z.enum(SURROUNDINGS),
        path: z.string(),
        line: z.number(),
        excerpt: z.string(),
        words: z.array(z.string()),
      }),
    ),
  }),
);
export const Signals = z.array(
  z.strictObject({ kind: z.enum(SIGNAL_KINDS), path: z.string(), line: z.number(), excerpt: z.string() }),
);

export const Bodies = z.array(
  z.strictObject({
    path: z.string(),
    line: z.number(),
    excerpt: z.string(),
    name: z.string(),
    isMember: z.boolean(),
    says: z.enum(["work", "unfinished", "constant", "table", "unfinished_class"]),
    keys: z.array(z.string()),
    answers: z.array(z.string()),
  }),
);
export const Paths = z.array(z.string());
export const Words = z.array(
  z.strictObject({ path: z.string(), calls: z.array(z.string()), constants: z.array(z.string()) }),
);
