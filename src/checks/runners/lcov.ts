import { join } from "node:path";
import type { CoverageOutput } from "./port.ts";

/** LCOV by the name that those who write it give it in a folder. */
export const lcovIn = (directory: string): CoverageOutput => ({ format: "lcov", path: join(directory, "lcov.info") });
