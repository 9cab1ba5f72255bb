import { scoreText } from "../src/core/governor/firewall/score.ts";
import { honestAnswers } from "../test/support/firewall/honest.ts";
import { bestOfBoth, rowOf, type Row } from "./row.ts";

const ROUNDS = 5;
const CHARACTERS = 400_000;

/** Scoring agents' answers in MB/s, against only cutting the same text into words. */
export async function firewallRow(): Promise<Row> {
  const answers = honestAnswers().map(({ text }) => text);
  const texts: string[] = [];
  for (let sum = 0, at = 0; sum < CHARACTERS; at += 1) {
    const text = answers[at % answers.length] as string;
    texts.push(text);
    sum += text.length;
  }
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const best = await bestOfBoth(
    ROUNDS,
    () => texts.map((text) => scoreText(text).score),
    () => texts.map((text) => [...text.matchAll(/\p{L}+/gu)].length),
  );
  const speed = (milliseconds: number): number => bytes / 1e6 / (milliseconds / 1000);
  const name = "score answers for injections, against finding their words";
  return rowOf({ name, value: speed(best.value), unit: "MB/s", baseline: speed(best.baseline), atLeast: 0.02 });
}
