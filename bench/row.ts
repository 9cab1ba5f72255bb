/** One line of the benchmark. `ratio` is value against baseline, both measured in this very run, so that machines compare. */
export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly baseline: number;
  readonly ratio: number;
  /** `<= 1.5` for times, `>= 0.3` for speeds. */
  readonly target: string;
  readonly ok: boolean;
}

/** What is measured, against what, and how the two may stand to each other. */
export interface Measured {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly baseline: number;
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** What `npm run bench` can measure by name: a row, or the rows that one preparation is for. */
export type RowGroup = Readonly<Record<string, () => Row | readonly Row[] | Promise<Row | readonly Row[]>>>;

export function rowOf({ name, value, unit, baseline, atMost, atLeast }: Measured): Row {
  const ratio = round(value / baseline);
  const target = atMost === undefined ? `>= ${atLeast}` : `<= ${atMost}`;
  const ok = ratio <= (atMost ?? Infinity) && ratio >= (atLeast ?? 0);
  return { name, value: round(value), unit, baseline: round(baseline), ratio, target, ok };
}

const round = (value: number): number => Number(value.toPrecision(3));

/** Milliseconds that a piece of work takes. */
async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/**
 * The best of several rounds, the two kinds of work taking turns: other programs only ever add time, and what they add
 * falls on both.
 */
export async function bestOfBoth(
  rounds: number,
  work: (round: number) => unknown,
  baseline: (round: number) => unknown,
): Promise<{ value: number; baseline: number }> {
  let best = { value: Infinity, baseline: Infinity };
  for (let at = 0; at < rounds; at += 1) {
    const value = await timed(() => work(at));
    const other = await timed(() => baseline(at));
    best = { value: Math.min(best.value, value), baseline: Math.min(best.baseline, other) };
  }
  return best;
}

/** Processor time in milliseconds, the best of several rounds: what others do on the machine adds least to it. */
export function bestCpu(rounds: number, work: () => unknown): number {
  const times = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
