import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Trial, TrialResult } from "./trial.ts";

const PAGE = join(import.meta.dirname, "..", "..", "docs", "agents.md");

/** A table of what came out: a row a scenario, a column an agent and a way to it. */
export function renderTrials(
  trials: readonly Trial[],
  results: readonly TrialResult[],
  versions: ReadonlyMap<string, string>,
): string {
  const columns = [...new Set(trials.map(({ agent, via }) => `${agent} ${via}`))];
  const rows = [...new Map(trials.map(({ scenario }) => [scenario.name, scenario])).values()];
  const cell = (column: string, name: string): string => {
    const result = results.find(
      ({ trial }) => `${trial.agent} ${trial.via}` === column && trial.scenario.name === name,
    );
    return result === undefined ? "not run" : `${result.wrong.length === 0 ? "✓" : "✗"} ${outcomeOf(result)}`;
  };
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const answers = results.reduce((sum, { facts }) => sum + facts.answers, 0);
  const accepted = results.reduce((sum, { facts }) => sum + facts.accepted, 0);
  const percent = answers === 0 ? "–" : `${Math.floor((accepted / answers) * 1000) / 10} %`;
  return [
    line(["scenario", ...columns]),
    line(["---", ...columns.map(() => "---")]),
    ...rows.map(({ name, title }) => line([title, ...columns.map((column) => cell(column, name))])),
    "",
    `${results.filter(({ wrong }) => wrong.length === 0).length} of ${results.length} trials came out as they must. ` +
      `Answers accepted without a return: ${accepted} of ${answers} (${percent}).`,
    "",
    `Versions: ${[...versions].map(([agent, version]) => `${agent} ${version}`).join(", ")}.`,
  ].join("\n");
}

/** In a few words: what was proven, refused or lost, and the exit code of baton. */
function outcomeOf({ facts: { exit, verdicts, findings, lost } }: TrialResult): string {
  const words = [
    ...lost.map(({ code, detail }) => (code === "ATTEMPT_LOST" ? `lost (${wordOf(detail)})` : code)),
    ...verdicts.map((verdict) => (verdict === "passed" ? "proven" : `refused (${findings[0] ?? ""})`)),
  ];
  const again = words.filter((word, at) => at > 0 && word === words[at - 1]).length;
  const told = words.filter((word, at) => word !== words[at - 1]).join(", then ");
  return `${told}${again > 0 ? ` ×${again + 1}` : ""}, exit ${exit ?? "–"}`;
}

const wordOf = (detail: string): string =>
  /unauthorized|budget_spent|provider_failed|crashed|harness/.exec(detail)?.[0] ?? "other";

/** Puts a text between its markers in docs/agents.md. */
export function writeSection(name: string, text: string): void {
  const page = readFileSync(PAGE, "utf8");
  const [from, to] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const parts = page.split(new RegExp(`(?<=${from})[^]*(?=${to})`));
  if (parts.length !== 2) throw new Error(`docs/agents.md has no place between ${from} and ${to}`);
  writeFileSync(PAGE, parts.join(`\n\n${text}\n\n`));
}
