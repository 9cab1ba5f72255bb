import type { Reading } from "./features.ts";
import type { Feature } from "./weights.ts";

/** What asks or orders, of which `apart` makes more. */
const SPEECH: ReadonlySet<Feature> = new Set<Feature>(["chat_order", "off_topic_order", "off_topic_question", "request_me",
  "act_outside", "dictated", "your_answer", "asks_reader", "tool", "approval", "send_away", "polite_order", "coerce"]); // prettier-ignore
const NEAR = 2;
const LEAST_PASSAGES = 3;

/** Words that carry a subject: long ones, as they stand alone. */
const subjectsOf = ({ terms }: Reading): string[] => [...terms].filter((term) => /^[^#^ ]{5,}$/u.test(term));

/** For each passage, whether it asks for something that the rest of the text, but for its neighbours, never mentions. Linear. */
export function apartOf(readings: readonly Reading[]): boolean[] {
  if (readings.length < LEAST_PASSAGES) return readings.map(() => false);
  const subjects = readings.map(subjectsOf);
  const places = new Map<string, { first: number; last: number }>();
  for (const [at, words] of subjects.entries())
    for (const word of words) places.set(word, { first: places.get(word)?.first ?? at, last: at });
  return readings.map(({ features }, at) => {
    if (![...features].some((one) => SPEECH.has(one))) return false;
    return (subjects[at] ?? []).every((word) => {
      const { first, last } = places.get(word) ?? { first: at, last: at };
      return first >= at - NEAR && last <= at + NEAR;
    });
  });
}
