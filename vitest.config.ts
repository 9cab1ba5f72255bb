import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/support/bundle.setup.ts",
    reporters: ["default", "json", "./scripts/plain-reporter.ts"],
    outputFile: { json: "reports/vitest.json" },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    maxConcurrency: 3,
  },
});
