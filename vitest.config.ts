import { defineConfig } from "vitest/config";
import { LongestFirst } from "./scripts/longest-first.ts";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/support/bundle.setup.ts",
    reporters: ["default", "json", "./scripts/plain-reporter.ts"],
    outputFile: { json: "reports/vitest.json" },
    // Whose machine it is must not show in what tests see.
    env: { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    sequence: { sequencer: LongestFirst },
    maxWorkers: 2,
    maxConcurrency: 3,
  },
});
