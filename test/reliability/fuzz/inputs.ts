import { createRandom, type Random } from "../random.ts";
import type { Target } from "./targets.ts";

const LONG = 60_000;

/** An input from its seed: an example bent a few times, or words in any order, or one thing over and over. */
export function inputOf({ examples, words }: Target, seed: number): string {
  const random = createRandom(seed);
  const sort = random.below(10);
  if (sort === 0) return repeated(words, random);
  let text = sort < 4 ? anyWords(words, random) : random.pick(examples);
  for (let times = 1 + random.below(6); times > 0; times -= 1) text = bend(text, words, random);
  return text;
}

const anyWords = (words: readonly string[], random: Random): string =>
  Array.from({ length: random.below(40) }, () => (random.chance(0.7) ? random.pick(words) : letters(random))).join("");

const letters = (random: Random): string =>
  String.fromCharCode(
    ...Array.from({ length: 1 + random.below(8) }, () => 32 + random.below(random.chance(0.9) ? 95 : 60_000)),
  );

/** Where a reader that looks back takes the square of the time, or one that recurses falls. */
function repeated(words: readonly string[], random: Random): string {
  const piece = `${random.pick(words)}${random.chance(0.5) ? random.pick(words) : ""}`;
  return piece.repeat(Math.ceil((1 + random.below(LONG)) / piece.length));
}

function bend(text: string, words: readonly string[], random: Random): string {
  const [at, to] = [random.below(text.length + 1), random.below(text.length + 1)].toSorted(
    (one, other) => one - other,
  ) as [number, number];
  switch (random.below(6)) {
    case 0:
      return text.slice(0, at) + text.slice(to);
    case 1:
      return text.slice(0, at) + random.pick(words) + text.slice(at);
    case 2:
      return text.slice(0, to) + text.slice(at);
    case 3:
      return text.slice(0, at) + letters(random) + text.slice(to);
    case 4:
      return text.slice(0, at) + random.pick(words).repeat(1 + random.below(500)) + text.slice(at);
    default:
      return text
        .split("\n")
        .toSorted(() => random.next() - 0.5)
        .join("\n");
  }
}
