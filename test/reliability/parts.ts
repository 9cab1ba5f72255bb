import type { Part } from "./part.ts";
import { contentionPart } from "./parts/contention.ts";
import { diskPart } from "./parts/disk.ts";
import { errorsPart } from "./parts/errors.ts";
import { fuzzPart } from "./parts/fuzz.ts";
import { modelPart } from "./parts/model.ts";
import { fsyncPart } from "./parts/fsync.ts";
import { soakPart } from "./parts/soak.ts";

export const PARTS: readonly Part[] = [diskPart, fsyncPart, modelPart, contentionPart, fuzzPart, errorsPart, soakPart];
