import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { openStory, type Story } from "../conformance/support.ts";
import { baton, type CliResult } from "../support/cli.ts";
import { MULTIPLY, spec } from "../support/calc-project.ts";
import { openTranscript, type Transcript } from "./transcript.ts";

/** Script in, transcript out. UPDATE_TRANSCRIPTS=1 npx vitest run test/scenarios writes them anew. */
const stories: Story[] = [];
afterEach(() => {
  for (const story of stories.splice(0)) story.remove();
});

async function scenario(
  name: string,
  agent: string,
  play: (story: Story, type: (...words: string[]) => Promise<CliResult>, transcript: Transcript) => Promise<void>,
  text?: string,
): Promise<{ readonly actual: string; readonly expected: string }> {
  const story = await openStory(agent, text);
  stories.push(story);
  const transcript = openTranscript(name);
  const type = async (...words: string[]): Promise<CliResult> => {
    const agentWords = words[0] === "run" ? ["--agent", story.agent] : [];
    const result = await story.cli(...words, ...agentWords);
    transcript.type(words.map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(" "), result);
    return result;
  };
  await play(story, type, transcript);
  return transcript.finish(story);
}

const ONE = spec(MULTIPLY);

test("an honest agent", async () => {
  const { actual, expected } = await scenario("honest", "work; envelope", async (_, type) => {
    await type("run");
    await type("run");
    await type("verify");
  });
  expect(actual).toBe(expected);
});

test("an agent that says done without work, then does it", async () => {
  const agent = '[ "$ATTEMPT" = 1 ] || work; envelope';
  const play = async (_: Story, type: (...words: string[]) => Promise<CliResult>): Promise<void> => {
    await type("run");
    await type("verify");
  };
  const { actual, expected } = await scenario("lie-then-honest", agent, play, ONE);
  expect(actual).toBe(expected);
});

test("an agent that fails twice, a person's guidance, and the work that follows it", async () => {
  const agent = 'if grep -q "really multiply" "$PACKET"; then work; else write mul + 16; fi; envelope';
  const { actual, expected } = await scenario(
    "escalation-and-retry",
    agent,
    async (_, type) => {
      await type("run");
      // Into another second: a session that has nothing to do commits nothing all the same.
      await sleep(1000);
      await type("run");
      await type("task", "retry", "T001", "--note", "really multiply");
      await type("resume");
    },
    ONE,
  );
  expect(actual).toBe(expected);
});

test("a harness that is killed while its agent works, and resumed", async () => {
  const agent = '[ "$ATTEMPT" = 1 ] && wait_for never; work; envelope';
  const { actual, expected } = await scenario(
    "killed-and-resumed",
    agent,
    async (story, type, transcript) => {
      const killer = new AbortController();
      const running = baton(["run", "--agent", story.agent, "--json"], {
        cwd: story.repository.directory,
        kill: killer.signal,
      });
      while (!existsSync(join(story.outside, "started"))) await sleep(20);
      killer.abort();
      transcript.type("run", await running);
      await type("resume");
      await type("verify");
    },
    ONE,
  );
  expect(actual).toBe(expected);
});

test("a person who takes the next task and hands it in", async () => {
  const { actual, expected } = await scenario(
    "human",
    "",
    async (_, type, transcript) => {
      const { json } = await type("next");
      const place = String(json.data["workspace"]);
      mkdirSync(join(place, "src"), { recursive: true });
      writeFileSync(join(place, "src/mul.js"), "export const mul = (a, b) => a * b;\n");
      writeFileSync(
        join(place, "test/mul.test.js"),
        'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { mul } from "../src/mul.js";\ntest("mul", () => assert.equal(mul(8, 2), 16));\n',
      );
      transcript.note("the person writes src/mul.js and test/mul.test.js");
      await type("submit");
      const review = String((await type("next")).json.data["workspace"]);
      const form = join(review, "artifacts/answer.md");
      const answer = readFileSync(form, "utf8")
        .replace(/^STATUS:$/m, "STATUS: READY_FOR_REVIEW")
        .replace("EVIDENCE:", "- GATE-CODE-REVIEW\nEVIDENCE:")
        .replace(/^OUTPUT:$/m, "OUTPUT: Read it all.")
        .replace(/^NEXT_ACTIONS:$/m, "NEXT_ACTIONS:\n1. go on");
      writeFileSync(form, answer);
      transcript.note("somebody else reads the change, and completes the form");
      await type("submit", "--as", "grace");
      await type("status");
    },
    ONE,
  );
  expect(actual).toBe(expected);
});

test("a dirty file in the way of a landing", async () => {
  const { actual, expected } = await scenario(
    "dirty-tree",
    "work; echo '// more' >> src/add.js; envelope",
    async (story, type, transcript) => {
      writeFileSync(join(story.repository.directory, "src/add.js"), "// mine, uncommitted\n");
      transcript.note("a person edits src/add.js and does not commit it");
      await type("run");
      await type("land");
      story.repository.git("checkout", "--", "src/add.js");
      transcript.note("the person takes the edit back");
      await type("land");
    },
    ONE,
  );
  expect(actual).toBe(expected);
});

test("reviewers of a change that cannot be taken back who vote, are tied, and a person who breaks the tie", async () => {
  const { actual, expected } = await scenario(
    "vote-tied",
    "work; envelope",
    async (story, type, transcript) => {
      const votes = `case $(sed -n 's/.*"round":\\([0-9]*\\).*/\\1/p' "$PACKET") in 1) passes;; 2) fails "it deletes too much";; *) exit 3;; esac`;
      writeFileSync(join(story.outside, "reviewer.sh"), votes);
      transcript.note("the first voter says yes, the second no, and the third cannot be had");
      await type("run");
      const { json } = await type("status");
      const [asked] = json.data["approvals"] as { approval: string }[];
      transcript.note("somebody else reads what each of them said");
      await story.cli("approve", asked?.approval ?? "", "--as", "grace");
      await type("resume");
      await type("replay");
    },
    spec(MULTIPLY.replace("## Multiply", "## Delete old payment records, somehow, maybe; which one? (multiply)")),
  );
  expect(actual).toBe(expected);
});

test("a person's emergency stop while an agent works: what was committed to is given up, and begins anew", async () => {
  const { actual, expected } = await scenario(
    "emergency",
    '[ "$ATTEMPT" = 1 ] && wait_for never; work; envelope',
    async (story, type, transcript) => {
      const running = baton(["run", "--agent", story.agent, "--json"], { cwd: story.repository.directory });
      while (!existsSync(join(story.outside, "started"))) await sleep(20);
      await type("stop");
      transcript.type("run", await running);
      await type("resume");
      await type("replay");
    },
    ONE,
  );
  expect(actual).toBe(expected);
});
