import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");

/** The command line as it ships, bundled before the tests begin (`bundle.setup.ts`). */
export const BATON = join(root, "bin", "baton.js");
/** The same, without a compile cache of its own: what it writes is what it was asked to write. */
export const BATON_BARE = join(root, "dist", "cli", "main.cjs");
