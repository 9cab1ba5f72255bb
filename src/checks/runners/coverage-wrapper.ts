import { join } from "node:path";
import { installedBin, isModulePackage } from "./environment.ts";
import { lcovIn } from "./lcov.ts";
import type { CoverageOutput, RunnerRequest } from "./port.ts";

/**
 * c8 or nyc of the project's own, around a runner that cannot measure coverage itself; null: neither is installed, or
 * coverage is not wanted. The project's thresholds are not ours, and must not end the run; what its settings leave out
 * counts as not run, since the harness lists source files itself.
 */
export function wrappedCoverage(
  request: RunnerRequest,
): { readonly argv: readonly string[]; readonly output: CoverageOutput } | null {
  const { coverageDirectory: directory } = request;
  if (directory === null) return null;
  const output = lcovIn(directory);
  const raw = join(directory, "raw");
  const common = ["--reporter=lcovonly", "--check-coverage=false"];
  const c8 = installedBin(request, "c8", "c8");
  if (c8 !== null)
    return {
      argv: [c8, ...common, "--100=false", `--reports-dir=${directory}`, `--temp-directory=${raw}`],
      output,
    };
  // It instruments what is required; of ES modules it sees nothing.
  const nyc = isModulePackage(request) ? null : installedBin(request, "nyc", "nyc");
  if (nyc === null) return null;
  return { argv: [nyc, ...common, "--cache=false", `--report-dir=${directory}`, `--temp-dir=${raw}`], output };
}
