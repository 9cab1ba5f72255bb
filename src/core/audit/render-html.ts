import type { Audit } from "../../schema/audit.ts";
import { wordOf } from "../views/evidence-log.ts";
import { counted } from "../text/counted.ts";
import { escapeHtml } from "./escape-html.ts";
import { renderPlot } from "./plot.ts";
import { AUDIT_STYLE } from "./style.ts";

const GLYPHS: Readonly<Record<string, string>> = {
  pass: "✓",
  passed: "✓",
  complete: "✓",
  evidenced: "✓",
  pass_with_notes: "✓",
  partial: "◐",
  in_progress: "◐",
  waived: "◐",
  not_measured: "?",
  not_applicable: "–",
  not_started: "·",
  fail: "✗",
  failed: "✗",
  not_evidenced: "✗",
  escalation: "✗",
};

/** A state as glyph and word, never as colour alone. */
function mark(state: string): string {
  const glyph = GLYPHS[state] ?? "·";
  return `<span class="state ${escapeHtml(state)}">${glyph} ${escapeHtml(state.replaceAll("_", " "))}</span>`;
}

const code = (text: string | null): string => (text === null ? "–" : `<code>${escapeHtml(text)}</code>`);
const short = (hash: string | null): string =>
  hash === null ? "–" : `<code title="${escapeHtml(hash)}">${escapeHtml(hash.slice(0, 12))}</code>`;

interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => string;
}

function table<Row>(caption: string, rows: readonly Row[], columns: readonly Column<Row>[]): string {
  if (rows.length === 0) return `<p class="none">${escapeHtml(caption)}: none.</p>`;
  const head = columns.map((column) => `<th scope="col">${escapeHtml(column.head)}</th>`).join("");
  const body = rows.map((row) => `<tr>${columns.map((column) => `<td>${column.cell(row)}</td>`).join("")}</tr>`);
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(caption)}"><table><caption>${escapeHtml(caption)}</caption><thead><tr>${head}</tr></thead><tbody>${body.join("\n")}</tbody></table></div>`;
}

/** The audit as one page: no script, no network, readable without colour and printable (H3A-22). */
export function renderAudit(audit: Audit): string {
  const { run, integrity } = audit;
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>Audit of run ${escapeHtml(run.run_id)}</title><style>${AUDIT_STYLE}</style></head><body><main>`,
    `<header><p class="kicker">Audit of run <code>${escapeHtml(run.run_id)}</code></p><h1>${escapeHtml(run.brief)}</h1>`,
    `<p>${escapeHtml(run.repo)} · branch ${code(run.branch)} · ${escapeHtml(run.status.replaceAll("_", " "))} · exported ${escapeHtml(audit.exported_at)} by ${escapeHtml(audit.tool)}</p></header>`,
    figures(audit),
    section("Integrity", integrityPart(audit)),
    section("Progress", plots(audit)),
    section("Gates", gates(audit)),
    section("Features", features(audit)),
    section("Verdicts", verdicts(audit)),
    section("Proofs", proofs(audit)),
    section("Decisions of persons", decisions(audit)),
    section("Compliance", compliance(audit)),
    section("Evidence", evidence(audit)),
    section("Limits", `<ul>${audit.limits.map((limit) => `<li>${escapeHtml(limit)}</li>`).join("")}</ul>`),
    `<footer>Journal ${integrity.journal_position} <code>${escapeHtml(integrity.journal_hash)}</code></footer></main></body></html>\n`,
  ].join("\n");
}

const section = (title: string, body: string): string => `<section><h2>${title}</h2>${body}</section>`;

function figures({ features, tasks, integrity, evidence, spending }: Audit): string {
  const tokens = spending.reduce((sum, each) => sum + each.tokens, 0);
  const rows: readonly (readonly [string, string])[] = [
    ["Features proven", provenOf(features)],
    ["Attempts", String(tasks.reduce((sum, { attempts }) => sum + attempts, 0))],
    ["Record", integrity.holds ? "✓ holds" : `✗ ${counted(integrity.problems.length, "problem")}`],
    ["Evidence", `${evidence.filter(({ kind }) => kind === "harness").length} files by the harness`],
    ["Tokens", tokens === 0 ? "not counted" : tokens.toLocaleString("en")],
  ];
  return `<dl class="figures">${rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`).join("")}</dl>`;
}

/** Of all that the run was begun for: what was deferred or dropped is none of it proven, and said. */
function provenOf(features: Audit["features"]): string {
  const away = Map.groupBy(features, ({ out_of_plan: to }) => to);
  const named = [...away].flatMap(([to, { length }]) => (to === null ? [] : [`, ${length} ${to}`]));
  return `${features.filter(({ passes }) => passes).length} of ${features.length}${named.join("")}`;
}

function integrityPart({ integrity, run }: Audit): string {
  const { holds, entries, problems, warnings, erased } = integrity;
  const said = holds
    ? `<p>${mark("pass")} ${entries} journal entries and every file they name hold against their hashes.</p>`
    : `<p>${mark("fail")} The record does not hold. Nothing below can be relied on.</p>`;
  const notes = warnings.map((warning) => `<p class="note">! ${escapeHtml(warning)}</p>`).join("");
  return [
    said,
    notes,
    problems.length === 0
      ? ""
      : table("Problems", problems, [
          { head: "Code", cell: (row) => code(row.code) },
          { head: "File", cell: (row) => code(row.path) },
          { head: "What", cell: (row) => escapeHtml(row.message) },
        ]),
    erased.length === 0
      ? ""
      : table("Erased on record", erased, [
          { head: "File", cell: (row) => code(row.path) },
          { head: "SHA-256", cell: (row) => short(row.sha256) },
          { head: "Reason", cell: (row) => escapeHtml(row.reason) },
        ]),
    `<p>Base ${short(run.base_commit)} · final ${short(run.final_commit)} · every feature in the plan again from a clean checkout of ${short(run.verified_commit)}</p>`,
  ].join("");
}

const plots = ({ series }: Audit): string =>
  `<div class="plots">${[
    renderPlot({ title: "Features proven", unit: "", points: series.features_proven }),
    renderPlot({ title: "Line coverage", unit: "%", points: series.coverage }),
    renderPlot({ title: "Mutation score", unit: "%", points: series.mutation }),
    renderPlot({ title: "Attempts a verdict took", unit: "", points: series.attempts }),
  ].join("")}</div>`;

const gates = (audit: Audit): string => `${gateList(audit)}${production(audit)}`;

/** What G3 rests on, a waiver with its name. */
const production = ({ production: found }: Audit): string =>
  found === null
    ? ""
    : `<p>G3 of ${short(found.commit)}, ${found.approved_by === null ? "approved by nobody yet" : `approved by ${escapeHtml(found.approved_by)}`}</p>${table(
        "Criteria of G3",
        found.criteria,
        [
          { head: "Criterion", cell: (row) => escapeHtml(row.name.replaceAll("_", " ")) },
          { head: "State", cell: (row) => mark(row.status) },
          { head: "What was seen", cell: (row) => escapeHtml(row.detail) },
        ],
      )}`;

const gateList = ({ gates: states }: Audit): string =>
  `<ol class="gates">${Object.entries(states)
    .map(
      ([gate, state]) =>
        `<li><strong>${escapeHtml(gate.replace("_", " ").replaceAll("_", " "))}</strong> ${mark(state)}</li>`,
    )
    .join("")}</ol>`;

const features = ({ features: rows }: Audit): string =>
  table("Features", rows, [
    { head: "Id", cell: (row) => code(row.id) },
    { head: "Feature", cell: (row) => escapeHtml(row.description) },
    {
      head: "State",
      cell: (row) =>
        row.out_of_plan === null ? mark(row.passes ? "pass" : "not_started") : escapeHtml(row.out_of_plan),
    },
    { head: "Verified", cell: (row) => `${escapeHtml(row.verification_method)} ${code(row.test_command)}` },
    { head: "Commits", cell: (row) => row.commits.map(short).join(" ") || "–" },
  ]);

function verdicts({ verdicts: rows, tasks }: Audit): string {
  const byTask = new Map(tasks.map((task) => [task.task_id, task]));
  // Of several verdicts only the last let anything be committed, if it did.
  const last = new Map(rows.map((row) => [row.task_id, row]));
  const commitOf = (row: (typeof rows)[number]): string | null =>
    last.get(row.task_id) === row && row.approval_for_next_task ? (byTask.get(row.task_id)?.commit ?? null) : null;
  return table("Verdicts", rows, [
    { head: "Task", cell: (row) => code(row.task_id) },
    { head: "At", cell: (row) => escapeHtml(row.timestamp) },
    { head: "Verdict", cell: (row) => mark(row.status) },
    {
      head: "Checks",
      cell: (row) =>
        Object.entries(row.verification_results)
          .map(
            ([check, result]) =>
              `<span class="check">${escapeHtml(check)} ${mark(result.status)}${byWhom(result)}</span>`,
          )
          .join(" "),
    },
    { head: "Proof", cell: (row) => `${escapeHtml(row.proof_level)} · ${escapeHtml(row.isolation_level)}` },
    { head: "Commit", cell: (row) => short(commitOf(row)) },
  ]);
}

/** Whoever let it pass, and why. */
const byWhom = ({ waived_by: by, reason = "" }: Audit["verdicts"][number]["verification_results"]["lint"]): string =>
  by === undefined ? "" : ` waived by ${escapeHtml(String(by))}: ${escapeHtml(String(reason))}`;

const proofs = ({ proofs: rows }: Audit): string =>
  table("Proofs", rows, [
    { head: "Task", cell: (row) => code(row.task_id) },
    { head: "Judged", cell: (row) => `${short(row.base)}..${short(row.head)}` },
    { head: "Proof", cell: (row) => mark(row.status) },
    {
      head: "Runs",
      cell: ({ runs: { R6, ...runs } }) => {
        const told = Object.entries(runs).flatMap(([name, run]) => (run === null ? [] : [`${name} ${countsOf(run)}`]));
        return escapeHtml([...told, ...(R6 === null ? [] : [`R6 ${R6.score ?? "not measured"}`])].join(" · "));
      },
    },
    {
      head: "With",
      cell: ({ environment }) =>
        escapeHtml((environment?.tools ?? []).map(({ name, version }) => `${name} ${version}`).join(", ") || "–"),
    },
  ]);

const countsOf = ({ counts, times = 1 }: NonNullable<Audit["proofs"][number]["runs"]["R0"]>): string =>
  `${counts.passed}/${counts.total}${times === 1 ? "" : ` (${times} times)`}`;

const decisions = ({ decisions: rows }: Audit): string =>
  table("Decisions", rows, [
    { head: "At", cell: (row) => escapeHtml(row.at) },
    { head: "What", cell: (row) => escapeHtml(row.kind.replaceAll("_", " ")) },
    { head: "Subject", cell: (row) => code(row.subject || null) },
    { head: "By", cell: (row) => escapeHtml(row.by) },
    { head: "Reason", cell: (row) => escapeHtml(row.reason) },
    { head: "While agents at I0 or I1 worked", cell: ({ during = [] }) => during.map(code).join(" ") || "–" },
  ]);

const compliance = ({ compliance: rows }: Audit): string =>
  `<p class="note">What this record shows for each rule. It is a map for a reader, no certificate.</p>${table(
    "Compliance",
    rows,
    [
      { head: "Rule", cell: (row) => `${escapeHtml(row.framework)} <strong>${escapeHtml(row.reference)}</strong>` },
      { head: "Subject", cell: (row) => escapeHtml(row.subject) },
      { head: "Shown", cell: (row) => mark(row.status) },
      { head: "How", cell: (row) => escapeHtml(row.note) },
      { head: "Artifacts", cell: (row) => row.artifacts.map(code).join(" ") || "–" },
    ],
  )}`;

const evidence = ({ evidence: rows }: Audit): string =>
  table("Evidence", rows, [
    { head: "File", cell: (row) => code(row.path) },
    { head: "SHA-256", cell: (row) => short(row.sha256) },
    { head: "Task", cell: (row) => code(row.task_id) },
    {
      head: "By",
      cell: (row) => (row.kind === "harness" ? "harness" : escapeHtml(row.by ?? (wordOf(row) || "a person"))),
    },
    { head: "What", cell: (row) => escapeHtml(row.erased === null ? row.description : `erased: ${row.erased}`) },
  ]);
