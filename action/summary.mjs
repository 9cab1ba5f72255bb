// Turns the JSON of `baton prove --json` into a Markdown summary on standard output, and sets the action's outputs.
import { appendFileSync, readFileSync } from "node:fs";

const HEADINGS = {
  proven: "✅ Proven",
  not_proven: "❌ Not proven",
  tampered: "❌ Tampered",
  person_needed: "❓ A person decides",
};
const MARKS = { error: "❌", person: "❓", warning: "⚠️", info: "·" };
const RUNS = { R0: "baseline", R1: "red", R2: "green", R3: "keep", R4: "canary" };
const SHOWN = 20;

const [path = ""] = process.argv.slice(2);
const answer = readAnswer(path);
const proof = answer?.data?.verdict === undefined ? null : answer.data;
process.stdout.write(proof === null ? errorPage(answer?.error) : verdictPage(proof, answer));
setOutputs({ status: proof?.verdict.status ?? "error", proof_level: proof?.verdict.proof_level ?? "", json: path });

function readAnswer(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null; // No verdict was written: the page says so.
  }
}

function verdictPage(proof, { error, warnings = [] }) {
  const { base, head, feature, verdict, runs, red, findings, cost, size } = proof;
  // Findings that warn stand among the findings.
  const found = new Set(findings.map(({ message }) => message));
  const told = warnings.filter((warning) => !found.has(warning));
  const { status, proof_level, isolation_level, limits } = verdict;
  return page([
    `## ${HEADINGS[status]} · ${base.slice(0, 7)}..${head.slice(0, 7)}`,
    ...(feature === null ? [] : [text(feature.split("\n")[0])]),
    ...list("Warnings", told.map(text)),
    `Proof level ${proof_level} · isolation ${isolation_level} · checks ${seconds(cost.checks_ms)}, ${cost.ratio} × the suite · ${counted(size.files, "file")}, ${counted(size.lines, "line")}`,
    table(
      ["run", "passed", "failed", "skipped", "time"],
      Object.entries(RUNS).map(([name, what]) => runCells(name, what, runs[name])),
    ),
    ...list(
      proof.kind === "refactor"
        ? "Tests that hold before and after, and fail without the code"
        : "Tests that fail without the change and pass with it",
      red.map(({ id, class: how }) => `${code(id)} (${how})`),
    ),
    ...list("Findings", findings.map(findingText)),
    `**Next:** ${status === "proven" ? `pass it on: ${shownBy(proof)}.` : text(error?.hint ?? "see the findings.")}`,
    ...(status === "person_needed"
      ? ["In a workflow, approved ids go into the action's `approve` input, from where only a reviewer can write."]
      : []),
    `<details><summary>What this proof does not see</summary>\n\n${limits.map((limit) => `- ${text(limit)}`).join("\n")}\n\n</details>`,
  ]);
}

/** What the proof rests on, as `baton prove` says it. */
function shownBy({ kind, red, runs }) {
  if (red.length === 0 && runs.R1 === null) return "every test holds; no test fails without the change";
  return kind === "refactor"
    ? "older tests hold, and fail without the code that changed"
    : "the change is proven by tests that fail without it";
}

function errorPage(error) {
  if (error === undefined)
    return page(["## ❌ No verdict", "`baton prove` ended without an answer; the step's log says why."]);
  return page([`## ❌ ${error.code}`, quoted(error.message), `**Next:** ${text(error.hint)}`]);
}

function runCells(name, what, run) {
  if (run === null || run === undefined) return [`${name} ${what}`, "", "", "", "not run"];
  const { passed, failed, skipped } = run.counts;
  return [`${name} ${what}`, passed, failed, skipped, run.reused_from === null ? seconds(run.duration_ms) : "known"];
}

function findingText({ code: name, severity, message, ids = [], approval }) {
  const [first = "", ...rest] = message.split("\n");
  const lines = [`${MARKS[severity]} **${name}** ${text(first)}`, ...rest.map((line) => `  ${text(line)}`)];
  for (const id of ids.slice(0, SHOWN)) lines.push(`  - ${code(id)}`);
  if (ids.length > SHOWN) lines.push(`  - … and ${ids.length - SHOWN} more`);
  if (severity === "person" && approval !== undefined) lines.push(`  - to approve exactly this: ${code(approval)}`);
  return lines.join("\n");
}

function counted(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function list(title, items) {
  if (items.length === 0) return [];
  const more = items.length > SHOWN ? [`- … and ${items.length - SHOWN} more`] : [];
  return [`### ${title}`, [...items.slice(0, SHOWN).map((item) => `- ${item}`), ...more].join("\n")];
}

function table(head, rows) {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Titles, paths and messages come from the change that is judged: they are shown as they are and do nothing. */
function text(value) {
  return visible(value).replaceAll(/[\\`*_{}[\]<>#|~@&:]/g, (character) => `&#${character.codePointAt(0)};`);
}

function code(value) {
  const line = visible(value).replaceAll("\n", " ");
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

function quoted(value) {
  return visible(value)
    .split("\n")
    .map((line) => `    ${line}`)
    .join("\n");
}

function visible(value) {
  return String(value).replaceAll(/[^\P{C}\n]/gu, "");
}

function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

function page(parts) {
  return `${parts.join("\n\n")}\n`;
}

/** Only words of ours and a path of the runner's go into the outputs: nothing there can begin a line of its own. */
function setOutputs(outputs) {
  const file = process.env.GITHUB_OUTPUT;
  if (file === undefined || file === "") return;
  for (const [name, value] of Object.entries(outputs))
    appendFileSync(file, `${name}=${visible(value).replaceAll("\n", "")}\n`);
}
