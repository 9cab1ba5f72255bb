import type { SeenUi } from "../../checks/ui/look.ts";
import { changesUi } from "../../core/gate/required.ts";
import { accessibilityFlaws, canJudge } from "../../core/measure/judge-ui.ts";
import type { Finding } from "../../errors.ts";
import { withMeasuring, type MeasureOptions, type Measuring } from "./open.ts";
import { capped, notMeasured, type Measured } from "./outcome.ts";

/** What was seen of a change, before and after. */
export interface SeenChange {
  readonly base: SeenUi;
  readonly head: SeenUi;
}

/** Looks at the user interface of base and head: each tree once, however often it is asked for. */
export const lookAtChange = async (options: Omit<MeasureOptions, "checks">): Promise<SeenChange> =>
  withMeasuring({ ...options, checks: [] }, look);

async function look({ subject, suites, layers }: Measuring): Promise<SeenChange> {
  const head = await suites.lookAt({ tree: subject.head, layer: layers.head });
  // Without a browser there is none for base either.
  if (head.look.problem?.code === "BROWSER_MISSING") return { base: head, head };
  return { base: await suites.lookAt({ tree: subject.base, layer: layers.base }), head };
}

/** Serious and critical violations that base does not have; a change that leaves the user interface alone has none. */
export async function measureAccessibility(measuring: Measuring): Promise<Measured> {
  const { subject } = measuring;
  const paths = subject.changes.map(({ path }) => path);
  const check = "accessibility";
  if (!changesUi(subject.config.ui_files, paths)) {
    const notes = "no file of the user interface changed";
    return {
      check,
      status: "pass",
      result: { status: "not_applicable", reason: "no_ui", notes },
      findings: [],
      notes: [],
      report: null,
    };
  }
  const { base, head } = await look(measuring);
  if (!canJudge(base.look, head.look)) {
    const { code, message } = head.look.problem ?? { code: "UI_NOT_STARTED", message: "nothing was seen" };
    return notMeasured(check, code, message);
  }
  const flaws = accessibilityFlaws(base.look, head.look);
  const findings = capped(flaws.map((message): Finding => ({ code: "ACCESSIBILITY", severity: "error", message })));
  const status = flaws.length > 0 ? "fail" : "pass";
  const found = head.look.pages.flatMap(({ accessibility }) => accessibility?.violations ?? []);
  const engine = head.look.pages.find(({ accessibility }) => accessibility !== null)?.accessibility?.engine ?? "";
  const result = {
    status,
    tool: `axe-core ${engine}`,
    violations: found.length,
    new_violations: flaws.length,
  } as const;
  const { nonce, pages } = head.look;
  const content = {
    ...result,
    base: subject.base.tree,
    head: subject.head.tree,
    nonce,
    new: flaws,
    pages: pages.map(({ page, width, accessibility }) => ({ page, width, accessibility })),
  };
  return { check, status, result, findings, notes: [], report: { name: "a11y_report.json", content } };
}
