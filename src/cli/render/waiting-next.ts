import { goOn } from "../../core/run/go-on.ts";
import { answerTo, isUnmeasured, questionsIn, yesTo, type Question } from "../../core/run/people/approvals.ts";
import { waivesRed } from "../../core/run/people/red-waived.ts";
import { MERGE_BOTH } from "../../core/run/landing.ts";
import { humanReview, reviewCommand } from "../../core/run/people/review.ts";
import type { RunState } from "../../core/run/state.ts";
import type { Waiting } from "../../core/run/people/waiting.ts";

/** The built-in roles that look at an interface have an option of their own. */
function otherReviewer({ tasks }: RunState, { task_id: id, approval }: Question): string {
  const gate = tasks[id ?? ""]?.review?.gates.find((one) => one.approval === approval);
  const isUi = gate?.role === "visual-qa" || gate?.role === "a11y-auditor";
  return `${isUi ? "--qa-agent" : "--reviewer"} human (or AGENT)`;
}

/** What a person types about what waits for them, by what it is. */
export function nextForWaiting(state: RunState, { id, kind }: Waiting): string {
  const review = humanReview(state);
  const further = goOn(state, "resume");
  if (kind === "review" && review !== null)
    return `Have ${review.gate.role} invoked: ${reviewCommand(state, review.task)} prints its prompt; then: baton submit --as NAME`;
  const asked = questionsIn(state).find(({ task_id: task, feature_id: feature }) => (task ?? feature) === id);
  const answer = asked === undefined ? null : answerTo(state, asked);
  if (answer !== null) {
    const judged = answer.hasChange ? `, or have what it left judged: baton approve ${id}` : "";
    return `Answer it: ${answer.command}${judged}; then: ${further}`;
  }
  if (asked !== undefined && (isUnmeasured(asked) || waivesRed(asked)))
    return `Let it pass: ${yesTo(asked)}; or baton reject ${id} --reason TEXT; then: ${further}`;
  if (asked?.code === "REVIEW_LOST")
    return `Nobody has reviewed it. Do it yourself: baton approve shows it; then baton approve ID, or baton reject ID --reason TEXT; then: ${further}. Or have somebody else asked: baton task retry ${id} --note TEXT; then: baton resume ${otherReviewer(state, asked)}`;
  if (asked !== undefined)
    return `See what is asked: baton approve. Then: baton approve ID, or baton reject ID --reason TEXT; then: ${further}`;
  if (kind === "parted") return `${MERGE_BOTH} once all that is proven passes there.`;
  // What was answered is taken up by whoever drives the run.
  if (kind === "decision" || kind === "again" || kind === "landing") return `Go on with: ${further}`;
  const feature = state.tasks[id]?.plan.feature_id ?? "FEATURE";
  if (kind === "rejected")
    return `Answer what it asks: baton task retry ${id} --note TEXT, or baton feature edit ${feature} --reason TEXT; then: ${further}`;
  const start = `artifacts/escalation/issue_${id}`;
  const issue = state.evidence.findLast(({ path }) => path.startsWith(`${start}.`) || path.startsWith(`${start}-`));
  const read = issue === undefined ? "" : `Read runs/${state.runId}/${issue.path}, then: `;
  return `${read}baton task retry ${id} --note TEXT, or task split, feature edit, feature defer.`;
}
