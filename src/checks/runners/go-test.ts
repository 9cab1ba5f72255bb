import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findProgram } from "../../util/find-program.ts";
import { goSuiteReport } from "../readers/go-suite.ts";
import { runnerEnvironment, unitDirectory } from "./environment.ts";
import { keptArgs } from "./flags.ts";
import type { CoverageOutput, RunnerCommand, RunnerRequest } from "./port.ts";

const DROPPED = [
  "--json",
  "--v",
  "--count",
  "--failfast",
  "--list",
  "--exec",
  "--c",
  "--o",
  "--i",
  "--n",
  "--args",
  "--cover*",
  "--bench*",
  "--fuzz*",
  "--cpuprofile",
  "--memprofile",
  "--overlay",
  "--toolexec",
];
/** A package has one time limit for all of its tests, which begins when its program does. */
const LEAST_PACKAGE_MS = 5000;

/**
 * `go test -json` over the module, with the project's flags. Go has no reporters: its own stream is read. Nothing is answered
 * from its test cache; what it compiled stays in the slot. Null where no Go is installed.
 */
export function goTestCommand(request: RunnerRequest): RunnerCommand | null {
  const go = findGo(request.env);
  if (go === null) return null;
  const timeout = request.testsTimeoutMs;
  const dropped = timeout === null ? DROPPED : [...DROPPED, "--timeout", "--vet"];
  const { flags, positionals } = keptArgs(request, dropped, ["--run", "--skip"]);
  const { directory } = request.unit;
  const place = goPlace(request.treeDirectory);
  const packages = request.files === null ? positionals : packagesOf(request.files, directory);
  const limit = timeout === null ? null : Math.max(LEAST_PACKAGE_MS, timeout);
  const coverage = coverageOf(request);
  const ours = [
    "-json",
    "-count=1",
    ...(limit === null ? [] : [`-timeout=${limit}ms`, "-vet=off"]),
    ...(request.nameFilter === null ? [] : [`-run=${request.nameFilter}`]),
    // Of the whole module: a line that another package's test runs did run.
    ...(coverage === null ? [] : [`-coverprofile=${coverage.path}`, "-coverpkg=./..."]),
  ];
  return {
    argv: [go, "test", ...ours, ...flags, ...(packages.length === 0 ? ["./..."] : packages)],
    cwd: unitDirectory(request),
    env: { ...runnerEnvironment(request), ...place.env },
    writable: place.writable,
    read: (result) => goSuiteReport(result, request.treeDirectory, directory),
    coverage,
  };
}

/** A profile names files by import path: what its module is called says where they lie. */
function coverageOf(request: RunnerRequest): CoverageOutput | null {
  const { coverageDirectory } = request;
  if (coverageDirectory === null) return null;
  const manifest = join(unitDirectory(request), "go.mod");
  const text = existsSync(manifest) ? readFileSync(manifest, "utf8") : "";
  const [, name = ""] = /^module\s+"?([^\s"]+)"?/m.exec(text) ?? [];
  return { format: "go", path: join(coverageDirectory, "cover.out"), module: name };
}

/** Where Go works for a tree, beside it: neither the user's own settings of Go nor the network take part in a run. */
export function goPlace(treeDirectory: string): {
  readonly env: Readonly<Record<string, string>>;
  readonly writable: readonly string[];
} {
  const cache = join(dirname(treeDirectory), "go-cache");
  mkdirSync(cache, { recursive: true });
  return {
    env: {
      GOENV: "off",
      GOFLAGS: "",
      GOWORK: "",
      GOCACHE: cache,
      GOPROXY: "off",
      GOTOOLCHAIN: "local",
      GOTELEMETRY: "off",
    },
    writable: [cache],
  };
}

/** The Go program on PATH. */
export const findGo = (env: Readonly<Record<string, string>>): string | null => findProgram("go", env["PATH"]);

/** The folders of files, as packages below the unit. */
function packagesOf(files: readonly string[], directory: string): string[] {
  const prefix = directory === "" ? "" : `${directory}/`;
  const folders = files.map((file) => dirname(file.slice(prefix.length)));
  return [...new Set(folders)].toSorted().map((folder) => (folder === "." ? "." : `./${folder}`));
}
