import { openSqliteStore } from "../src/store/sqlite.ts";
import { BatonError } from "../src/errors.ts";

/** One process that appends at a steady rate and prints its longest wait, in milliseconds. */
const [path = "", run = "", perSecond = "1", count = "1"] = process.argv.slice(2);
const store = openSqliteStore(path);
let longest = 0;
for (let number = 0; number < Number(count); number += 1) {
  await new Promise((done) => setTimeout(done, 1000 / Number(perSecond)));
  const started = performance.now();
  while (!appended(number));
  longest = Math.max(longest, performance.now() - started);
}
process.stdout.write(String(longest));

function appended(number: number): boolean {
  try {
    const event = { type: "noted", number, text: "x".repeat(200) };
    store.append(run, [event], store.head(run).position, { at: new Date(), actor: "bench" });
    return true;
  } catch (error) {
    if (error instanceof BatonError && error.code === "POSITION_CONFLICT") return false;
    throw error;
  }
}
