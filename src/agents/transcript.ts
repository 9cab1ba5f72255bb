/** What an agent said and did, as JSON lines in bounded memory. */
export interface Transcript {
  add(entry: unknown): void;
  text(): string;
}

const LIMIT_BYTES = 4 * 2 ** 20;

/** Keeps the first and the last half of the limit by whole lines, and says in between how many are left out. */
export function createTranscript(limitBytes: number = LIMIT_BYTES): Transcript {
  const half = Math.floor(limitBytes / 2);
  const head: string[] = [];
  let headBytes = 0;
  let tail: { line: string; bytes: number }[] = [];
  let tailBytes = 0;
  let leftOut = 0;
  const trim = (): void => {
    let first = 0;
    for (; tailBytes > half && first < tail.length; first += 1) tailBytes -= tail[first]?.bytes ?? 0;
    leftOut += first;
    tail = tail.slice(first);
  };
  return {
    add(entry) {
      const whole = JSON.stringify(entry);
      const size = Buffer.byteLength(whole) + 1;
      const line =
        size > half ? JSON.stringify({ cut: whole.slice(0, Math.floor(half / 8)), size_bytes: size }) : whole;
      const bytes = size > half ? Buffer.byteLength(line) + 1 : size;
      if (tail.length === 0 && leftOut === 0 && headBytes + bytes <= half) {
        head.push(line);
        headBytes += bytes;
        return;
      }
      tail.push({ line, bytes });
      tailBytes += bytes;
      if (tailBytes > limitBytes) trim();
    },
    text() {
      trim();
      const gap = leftOut > 0 ? [JSON.stringify({ lines_left_out: leftOut })] : [];
      return [...head, ...gap, ...tail.map(({ line }) => line)].map((line) => `${line}\n`).join("");
    },
  };
}
