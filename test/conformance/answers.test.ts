import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CliResult } from "../support/cli.ts";
import { openStory, passesOf, type Story } from "./support.ts";

/** One attempt with three answers: wrong about what it was given, wrong about what it may say, then right inside of talk. */
const AGENT = `[ -n "$ASKED" ] || work
case $ASKED in
"") mkdir -p artifacts; : > artifacts/empty.txt; ln -s /etc/hostname artifacts/link.txt
ln -s ../.git/config artifacts/gitcfg.md; ln -s ../package.json artifacts/manifest.md; ln -s log.txt artifacts/twin.txt
mkdir -p tools; echo x > tools/made.txt; ln -s /etc/hostname tools/host.txt; echo host.txt > tools/.gitignore; echo "seen ghp_0123456789abcdefghijABCDEFGHIJ012345" > artifacts/log.txt
printf '\\211PNG\\000' > artifacts/shot.png
envelope | sed 's/^REPORTS_TO.*/REPORTS_TO: boss/; s/^ASSIGNED_AGENT.*/ASSIGNED_AGENT: somebody/; s/^TASK_ID.*/TASK_ID: T777/
s/^INPUTS_USED.*/INPUTS_USED:\\n- src\\/add.js\\n- docs\\/invented.md\\n- tools\\/made.txt\\n- artifacts\\/answer.md\\n- src\\n- .git\\/HEAD\\n- ..\\/..\\/..\\/..\\/..\\/..\\/..\\/..\\/etc\\/hostname\\n- tools\\/host.txt\\n- artifacts\\/log.txt/; /^- GATE-EVIDENCE/d
s/^  reports.*/  reports:\\n  - artifacts\\/log.txt\\n  - artifacts\\/empty.txt\\n  - artifacts\\/link.txt\\n  - artifacts\\/gitcfg.md\\n  - artifacts\\/manifest.md\\n  - artifacts\\/twin.txt\\n  - \\/etc\\/hostname\\n  - artifacts\\/none.txt/';;
1) envelope | sed 's/^STATUS.*/STATUS: APPROVED/; s/^GATES_PASSED:.*/GATES_PASSED:\\n- GATE-TESTS/; s/^  Done./  see data:image\\/png;base64,AAAA/';;
*) echo 'All is done. My answer:'; echo '\`\`\`'
envelope | sed 's/^  screenshots.*/  screenshots:\\n  - artifacts\\/shot.png/; s/^  reports.*/  reports:\\n  - artifacts\\/log.txt/'; echo '\`\`\`'; echo Bye.;;
esac`;

interface Violation {
  readonly code: string;
  readonly field: string;
  readonly line: number | null;
  readonly message: string;
}

let story: Story;
let result: CliResult;
beforeAll(async () => {
  story = await openStory(AGENT);
  result = await story.run("--max-turns", "1");
}, 400_000);
afterAll(() => story.remove());

const violationsOf = (asked: number): Violation[] =>
  (story.packet("T001", 1, asked)["answer_only"] as { violations: Violation[] }).violations;
const of = (asked: number, field: string): string[] =>
  violationsOf(asked)
    .filter((violation) => violation.field === field)
    .map(({ code, message }) => `${code} ${message}`);

test("ENV-04 an answer is to the orchestrator, from the assigned agent, about the assigned task", () => {
  expect(of(1, "REPORTS_TO")).toEqual([expect.stringMatching(/^ENVELOPE_REPORTS_TO /)]);
  expect(of(1, "ASSIGNED_AGENT")).toEqual([expect.stringMatching(/^ENVELOPE_AGENT_MISMATCH .*"agent"/)]);
  expect(of(1, "TASK_ID")).toEqual([expect.stringMatching(/^ENVELOPE_TASK_MISMATCH .*"T001"/)]);
});

test("ENV-05 an input that nobody gave, a folder, git's own file, what lies outside and what the agent made are named", () => {
  const named = [
    "docs/invented.md",
    "tools/made.txt",
    "src",
    ".git/HEAD",
    `${"../".repeat(8)}etc/hostname`,
    "tools/host.txt",
    "artifacts/log.txt",
  ];
  expect(of(1, "INPUTS_USED")).toEqual(
    named.map((path) => expect.stringContaining(`ENVELOPE_INPUT_UNKNOWN "${path}" was neither`)),
  );
});

test("ENV-06 the gates are the assignment's, and the harness's own are not an agent's to claim", () => {
  expect(of(1, "GATES_REQUIRED")).toEqual([expect.stringMatching(/^ENVELOPE_GATES_MISMATCH .*GATE-EVIDENCE/)]);
  expect(of(2, "GATES_PASSED")).toContainEqual(expect.stringMatching(/^ENVELOPE_GATE_NOT_OWNED .*GATE-TESTS/));
});

test("ENV-07 evidence that is empty, a link out, to files outside of artifacts/ or missing is named, a file that is there is not", () => {
  const named = of(1, "EVIDENCE").join("\n");
  for (const name of ["empty.txt", "link.txt", "gitcfg.md", "manifest.md", "none.txt"])
    expect(named).toContain(`artifacts/${name}`);
  expect(named).toContain("/etc/hostname");
  expect(named).not.toContain("artifacts/log.txt");
  expect(named).not.toContain("artifacts/twin.txt");
});

test("ENV-07 what an accepted answer cites is copied and hashed as a claim; text without secrets, bytes as they are", async () => {
  const place = "artifacts/executor/T001/1/evidence";
  expect(story.read(`${place}/log.txt`)).toBe("seen [redacted]\n");
  expect(readFileSync(join(story.directory, place, "shot.png"))).toEqual(Buffer.from("\x89PNG\0", "latin1"));
  const { json } = await story.cli("evidence", "list");
  const cited = (json.data["evidence"] as { path: string; kind: string }[]).filter(({ path }) =>
    path.startsWith(place),
  );
  expect(cited.map(({ kind }) => kind)).toEqual(["claim", "claim"]);
  expect((await story.cli("verify")).code).toBe(0);
});

test("ENV-03 ENV-09 no agent may say APPROVED: it is not its status to set, and does not follow IN_PROGRESS", () => {
  expect(of(2, "STATUS")).toEqual([
    expect.stringMatching(/^ENVELOPE_STATUS_NOT_OWNED /),
    expect.stringMatching(/^ENVELOPE_TRANSITION_FORBIDDEN /),
  ]);
});

test("ENV-16 evidence embedded in the output is a violation of its own", () => {
  expect(of(2, "OUTPUT")).toEqual([expect.stringMatching(/^ENVELOPE_EVIDENCE_EMBEDDED /)]);
});

test("ENV-12 the third answer, in a fence within talk, is read and counts; the work was never lost", () => {
  expect([result.code, passesOf(result.json.data)]).toEqual([10, [true, false]]);
  const answered = story.journal().flatMap((line) => {
    const { event } = (line["entry"] ?? line) as { event: Record<string, unknown> };
    return event["type"] === "attempt_answered" ? [event] : [];
  });
  expect(answered).toMatchObject([{ status: "READY_FOR_QA", violations: [] }]);
});
