import { defineConfig } from "vitest/config";
import { LongestFirst } from "./scripts/longest-first.ts";
import { isSampled } from "./scripts/sample.ts";

/** Pure functions and readers, which leave nothing behind: a process of its own for each file would take longer than its tests. */
const PURE = ["test/core/**/*.test.ts", "test/checks/readers/**/*.test.ts"];

export default defineConfig({
  test: {
    globalSetup: "test/support/bundle.setup.ts",
    reporters: ["default", "json", "./scripts/plain-reporter.ts"],
    outputFile: { json: "reports/vitest.json" },
    // Whose machine it is must not show in what tests see, nor that a proof runs them: they decide as persons do.
    env: { BATON_AGENT_TURN: "", GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    sequence: { sequencer: LongestFirst },
    maxWorkers: 2,
    maxConcurrency: 3,
    ...(isSampled ? { runner: "./scripts/sample-runner.ts" } : {}),
    projects: [
      { extends: true, test: { name: "pure", include: PURE, isolate: false } },
      { extends: true, test: { name: "whole", include: ["test/**/*.test.ts"], exclude: PURE } },
    ],
  },
});
