import { WATCHED, type Sample, type Turn, type Watched } from "./samples.ts";

/** Caches fill and the compiler settles in the first fifth: it is not judged. */
const WARM = 5;
/**
 * What may grow is the folded state, by some kilobytes a task, and the heap of V8 breathes by a tenth. Who keeps what one turn
 * handles, a megabyte, is beyond a fifth of some two hundred megabytes after forty turns.
 */
const GROWTH = 0.2;
/** SQLite starts the log over at 4 MiB where nobody keeps it from that: four times that much, and somebody does. */
const WAL_BYTES = 16 * 2 ** 20;

export interface Judgement {
  readonly problems: readonly string[];
  readonly notes: readonly string[];
}

/** Whether anything grew that must not. The bound of memory is older than any measurement, that of descriptors is not. */
export function judgeSoak(samples: readonly Sample[], turns: readonly Turn[]): Judgement {
  const warm = samples.slice(Math.ceil(samples.length / WARM));
  const steady = turns.slice(Math.ceil(turns.length / WARM));
  const [first, last] = [warm[0], warm.at(-1)];
  if (first === undefined || last === undefined || warm.length < 10 || steady.length < 5)
    return { problems: ["too little was seen to judge"], notes: [] };
  const done = last.turns - first.turns;
  const notes: string[] = [];
  const problems: string[] = [];
  for (const name of WATCHED) {
    const { growthBytes, medianBytes } = growthOf(warm, name);
    const least = warm.map(({ held }) => held[name].descriptors);
    notes.push(
      `${name}: RSS ${megabytes(medianBytes)} MB, growth ${megabytes(growthBytes)} MB in ${done} tasks (${Math.round(growthBytes / 1024 / Math.max(1, done))} KB a task), descriptors ${Math.min(...least)} to ${Math.max(...least)}`,
    );
    if (growthBytes > GROWTH * medianBytes)
      problems.push(
        `${name}: RSS grows by ${megabytes(growthBytes)} MB beside a median of ${megabytes(medianBytes)} MB`,
      );
    for (const what of ["descriptors", "children"] as const) {
      const [early, late] = halves(warm.map(({ held }) => held[name][what]));
      if (late > early) problems.push(`${name}: never below ${late} ${what}, once ${early}`);
    }
  }
  const [before, after] = halves(steady.map(({ descriptors }) => descriptors));
  notes.push(`while the agent works: at least ${before} descriptors in the first half, ${after} in the second`);
  // The pipe to the agent may just be closing: the least counts.
  if (!(after <= before))
    problems.push(`run: descriptors at the same phase of a turn: at least ${before}, then ${after}`);
  for (const what of ["children", "temporary", "clones"] as const) {
    const seen = [...new Set(steady.map((turn) => turn[what]))];
    notes.push(`while the agent works: ${seen.join(", ")} ${what}`);
    if (seen.length !== 1 || Number.isNaN(seen[0]))
      problems.push(`run: ${what} differ at the same phase of a turn: ${seen.slice(0, 10).join(", ")}`);
  }
  const wal = Math.max(...samples.map(({ walBytes }) => walBytes));
  if (wal > WAL_BYTES) problems.push(`the write-ahead logs reach ${megabytes(wal)} MB`);
  const perTask = (last.databaseBytes - first.databaseBytes) / Math.max(1, done);
  notes.push(
    `databases ${megabytes(last.databaseBytes)} MB, ${Math.round(perTask / 1024)} KB a task; write-ahead logs at most ${megabytes(wal)} MB`,
  );
  return { problems, notes };
}

/** By least squares over all samples; what the line gains from the first to the last of them. */
function growthOf(samples: readonly Sample[], name: Watched): { growthBytes: number; medianBytes: number } {
  const points = samples.map(({ seconds, held }) => [seconds, held[name].rssBytes] as const);
  const mean = (pick: 0 | 1): number => points.reduce((sum, point) => sum + point[pick], 0) / points.length;
  const [time, bytes] = [mean(0), mean(1)];
  const covariance = points.reduce((sum, [at, size]) => sum + (at - time) * (size - bytes), 0);
  const variance = points.reduce((sum, [at]) => sum + (at - time) ** 2, 0);
  const lasted = (points.at(-1)?.[0] ?? 0) - (points[0]?.[0] ?? 0);
  const sorted = points.map(([, size]) => size).toSorted((one, other) => one - other);
  return { growthBytes: (covariance / variance) * lasted, medianBytes: sorted[Math.floor(sorted.length / 2)] ?? 0 };
}

/** At rest: the least of the first half, and of the second. */
function halves(counts: readonly number[]): [number, number] {
  const half = counts.length / 2;
  return [Math.min(...counts.slice(0, half)), Math.min(...counts.slice(half))];
}

const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);
