import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createCalculator, type Calculator } from "../support/calculator.ts";

/** The packets are kept for the test to see. */
const SAYS = `cp "$PACKET" "$OUTSIDE/packet.$TASK.$ATTEMPT.$ASKED.json"
`;

export interface Story extends Calculator {
  /** The run directory, and a file in it. */
  readonly directory: string;
  readonly read: (path: string) => string;
  readonly json: (path: string) => Record<string, unknown>;
  /** Every line of the published journal. */
  readonly journal: () => Record<string, unknown>[];
  /** What the agent was given. */
  readonly packet: (task: string, attempt: number, asked?: number) => Record<string, unknown>;
  readonly run: (...args: string[]) => ReturnType<Calculator["cli"]>;
  readonly files: () => string[];
}

/** A small real project with a run of a spec's features and a shell script for an agent. */
export async function openStory(script: string, spec?: string, ...init: string[]): Promise<Story> {
  const calculator = await createCalculator(SAYS + script, spec, "--no-checks", ...init);
  const directory = join(calculator.repository.directory, "runs", calculator.runId);
  const read = (path: string): string => readFileSync(join(directory, path), "utf8");
  const json = (path: string): Record<string, unknown> => JSON.parse(read(path)) as Record<string, unknown>;
  return {
    ...calculator,
    directory,
    read,
    json,
    journal: () =>
      read("journal.jsonl")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    packet: (task, attempt, asked) =>
      JSON.parse(
        readFileSync(join(calculator.outside, `packet.${task}.${attempt}.${asked ?? ""}.json`), "utf8"),
      ) as Record<string, unknown>,
    run: async (...args) => calculator.cli("run", "--agent", calculator.agent, ...args),
    files: () =>
      readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
        .toSorted(),
  };
}

/** Findings that are errors, by turn. */
export const errorsOf = (data: Record<string, unknown>): string[][] =>
  (data["turns"] as { findings: { code: string; severity: string }[] }[]).map(({ findings }) =>
    findings.filter(({ severity }) => severity === "error").map(({ code }) => code),
  );

export const passesOf = (data: Record<string, unknown>): unknown[] =>
  (data["features"] as { passes: boolean }[]).map(({ passes }) => passes);
