import { isAbsolute } from "node:path";
import type { CommandPlan, CommandRun } from "../schema/command-run.ts";
import type { CoverageFormat, MutationFormat } from "../schema/check-settings.ts";
import type { Coverage } from "../schema/coverage.ts";
import type { Mutation } from "../schema/mutation.ts";
import { readAxePages } from "./readers/axe.ts";
import { readCobertura } from "./readers/cobertura.ts";
import { type Evidence, reportBytes, said } from "./readers/evidence.ts";
import { readGoCover } from "./readers/go-cover.ts";
import { readIstanbulFinal } from "./readers/istanbul.ts";
import { readJacoco } from "./readers/jacoco.ts";
import { readLcov } from "./readers/lcov.ts";
import { readCargoMutants, readPartOfMutationReport, readPit } from "./readers/mutation-report.ts";
import { createTreePaths } from "./readers/paths.ts";
import { startTool, type ToolRequest } from "./run-tool.ts";
import { commandLaunch } from "./tools/programs.ts";

const COVERAGE: Readonly<Record<CoverageFormat, (source: Uint8Array) => Evidence<Coverage>>> = {
  lcov: readLcov,
  cobertura: readCobertura,
  jacoco: readJacoco,
  "go-cover": readGoCover,
  istanbul: readIstanbulFinal,
};
const MUTATION: Readonly<Record<MutationFormat, (source: Uint8Array) => Evidence<Mutation>>> = {
  // What changed may have nothing in it that can be mutated.
  "mutation-testing": readPartOfMutationReport,
  pit: readPit,
  "cargo-mutants": readCargoMutants,
};

type Answer = Pick<CommandRun, "coverage" | "mutation" | "pages" | "problem">;

/** Runs a command of the configuration that measures coverage or mutants. Throws ENVIRONMENT_FAILED, INTERRUPTED. */
export async function runMeasuringCommand(
  request: Omit<ToolRequest, "plan"> & { readonly plan: CommandPlan },
): Promise<CommandRun> {
  const { slot, plan } = request;
  const { name, directory, exit_codes: codes } = plan.command;
  const timeoutMs = plan.timeout_seconds * 1000;
  const started = await startTool(request, { name, directory, timeoutMs }, ({ report }) =>
    commandLaunch(plan.command.command, report),
  );
  if (started === null) throw new Error("a shell is always there");
  const { end, code, stdout, stderr, durationMs, truncated } = started.result;
  const command = `${name} ${plan.command.command}`;
  const none = (problemCode: string, message: string): CommandRun => ({
    command,
    ...NOTHING,
    problem: { code: problemCode, message: `${name}: ${message}` },
    durationMs,
  });
  const printed = said(`${stdout}\n${stderr}`.slice(-2000));
  if (end === "timeout") return none("TOOL_FAILED", `it took more than ${plan.timeout_seconds} s`);
  if (end !== "exited" || code === null || !codes.includes(code))
    return none("TOOL_FAILED", `it ended by ${end} ${code ?? ""}: ${printed}`);
  const isWritten = plan.command.command.includes("{report}");
  if (!isWritten && truncated) return none("EVIDENCE_TOO_LARGE", "it prints more than is read");
  const bytes = isWritten ? reportBytes(started.report) : { value: Buffer.from(stdout), problem: null };
  const answer = bytes.problem === null ? read(plan, bytes.value) : { ...NOTHING, problem: bytes.problem };
  if (answer.problem !== null) return none(answer.problem.code, `${answer.problem.message} (exit code ${code})`);
  if (code !== 0 && isFlawless(answer))
    return none("TOOL_FAILED", `exit code ${code} and its report, which misses nothing, do not agree`);
  return { command, ...withinTree(answer, slot.tree), durationMs };
}

const NOTHING = { coverage: null, mutation: null, pages: null, problem: null } as const;

function read({ command }: CommandPlan, source: Uint8Array): Answer {
  if (command.check === "coverage") {
    const { value, problem } = COVERAGE[command.format](source);
    return { ...NOTHING, coverage: value, problem };
  }
  if (command.check === "accessibility") {
    const { value, problem } = readAxePages(source);
    return { ...NOTHING, pages: value, problem };
  }
  const { value, problem } = MUTATION[command.format](source);
  return { ...NOTHING, mutation: value, problem };
}

/** Nothing in it for which a tool with a threshold could fail. */
const isFlawless = ({ coverage, mutation, pages }: Answer): boolean =>
  (coverage?.files ?? []).every(
    ({ lines, branches }) =>
      lines.every(([, hits]) => hits > 0) && branches.every(([, total, taken]) => taken === total),
  ) &&
  (mutation?.mutants ?? []).every(({ status }) => status === "killed") &&
  (pages ?? []).every(({ violations }) => violations.length === 0);

/** What lies elsewhere is not the project's. */
function withinTree({ coverage, mutation, pages, problem }: Answer, tree: string): Answer {
  const within = createTreePaths(tree);
  const own = <T extends { readonly path: string }>(all: readonly T[]): T[] =>
    all.flatMap((one) => {
      const path = isAbsolute(one.path) ? within(one.path) : one.path.replace(/^(?:\.\/)+/, "");
      return path === null || path.includes("node_modules/") ? [] : [{ ...one, path }];
    });
  return {
    coverage: coverage === null ? null : { files: own(coverage.files) },
    mutation: mutation === null ? null : { mutants: own(mutation.mutants) },
    pages,
    problem,
  };
}
