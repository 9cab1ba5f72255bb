/**
 * Splits output into lines of at most `limitBytes`; a longer one is left out whole and told to `onTooLong`, so that an
 * agent which never ends its line costs no memory.
 */
export function createLineSplitter(
  limitBytes: number,
  onLine: (line: string) => void,
  onTooLong: (bytes: number) => void,
): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let bytes = 0;
  const hold = (part: Buffer): void => {
    bytes += part.length;
    if (bytes > limitBytes) parts = [];
    else parts.push(part);
  };
  return (chunk) => {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      hold(chunk.subarray(from, end));
      from = end + 1;
      if (bytes > limitBytes) onTooLong(bytes);
      else onLine(Buffer.concat(parts).toString("utf8"));
      parts = [];
      bytes = 0;
    }
    if (from < chunk.length) hold(chunk.subarray(from));
  };
}

const NEWLINE = 0x0a;
