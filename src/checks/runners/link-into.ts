import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";

/** What a runner's home of its own has of the user's. */
export function linkInto(home: string, own: string, names: readonly string[]): void {
  for (const name of names) {
    const [from, to] = [join(own, name), join(home, name)];
    if (existsSync(from) && !existsSync(to)) symlinkSync(from, to);
  }
}
