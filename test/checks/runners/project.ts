import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { readReports } from "../../../src/checks/readers/ndjson.ts";
import type { RunnerCommand, RunnerRequest } from "../../../src/checks/runners/port.ts";
import type { RunReport } from "../../../src/schema/report.ts";
import type { RunnerName, Unit } from "../../../src/schema/unit.ts";
import { packageRoot } from "../../../src/util/package-root.ts";
import { runProcess } from "../../../src/util/process.ts";

export interface Outcome {
  readonly report: RunReport;
  readonly code: number | null;
  readonly output: string;
}

export interface Project {
  readonly directory: string;
  request(overrides?: Partial<RunnerRequest>): RunnerRequest;
  unit(overrides?: Partial<Unit>): Unit;
  /** Runs a command as the harness would and reads its report. */
  run(command: RunnerCommand | null | Promise<RunnerCommand | null>, reportDirectory?: string): Promise<Outcome>;
  remove(): void;
}

export const hasPackage = (name: string): boolean => existsSync(join(packageRoot(), "node_modules", name));

/** A temporary project whose runner says that it is of a version; it cannot be run. */
export function createProjectOf(runner: "jest" | "vitest", version: string): Project {
  const project = createProject(runner, { "package.json": "{}" }, []);
  const folder = join(project.directory, "node_modules", runner);
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ version, bin: { [runner]: "bin.js" } }));
  return project;
}

/** A temporary project with this repository's packages installed, or some of them. */
export function createProject(
  runner: RunnerName,
  files: Readonly<Record<string, string>>,
  packages: readonly string[] | null = null,
): Project {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "baton-runner-")));
  const directory = join(folder, "tree");
  const reports = join(folder, "reports");
  for (const made of [directory, reports]) mkdirSync(made);
  const installed = join(packageRoot(), "node_modules");
  if (packages === null) symlinkSync(installed, join(directory, "node_modules"));
  else mkdirSync(join(directory, "node_modules"));
  for (const name of packages ?? []) symlinkSync(join(installed, name), join(directory, "node_modules", name));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  const path = [dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter);
  const env = { PATH: path, HOME: folder, TMPDIR: folder };
  const unit = (overrides: Partial<Unit> = {}): Unit => ({
    directory: "",
    stack: "node",
    command: "npm test",
    runner,
    level: "P3",
    args: [],
    env: {},
    before: [],
    ...overrides,
  });
  return {
    directory,
    unit,
    request: (overrides = {}) => ({
      unit: unit(),
      treeDirectory: directory,
      files: null,
      nameFilter: null,
      reportDirectory: reports,
      testTimeoutMs: null,
      testsTimeoutMs: null,
      coverageDirectory: null,
      env,
      ...overrides,
    }),
    async run(starting, reportDirectory = reports) {
      const command = await starting;
      if (command === null) throw new Error(`${runner} is not installed`);
      rmSync(reportDirectory, { recursive: true, force: true });
      mkdirSync(reportDirectory);
      const result = await runProcess({ ...command, timeoutMs: 100_000 });
      return {
        report: command.read?.(result) ?? readReports(reportDirectory, directory),
        code: result.code,
        output: `${result.stdout}\n${result.stderr}`,
      };
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** `file::title status kind name` of each test, sorted. */
export const outline = (report: RunReport): string[] =>
  report.tests
    .map(({ id, status, failure }) =>
      [id, status, failure?.kind, failure?.name].filter((part) => part !== undefined).join(" | "),
    )
    .toSorted();

export const errors = (found: readonly { name: string; message: string; file?: string }[]): string[] =>
  found.map(
    ({ file, name, message }) => `${file === undefined ? "" : `${file}: `}${name}: ${message.split("\n")[0] ?? ""}`,
  );
