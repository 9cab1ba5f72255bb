import { readFileSync, writeSync } from "node:fs";
import { BatonError } from "../../../src/errors.ts";
import { openSqliteStore } from "../../../src/store/sqlite.ts";

/** One of several processes: appends `count` events to one run and says of each, once acknowledged, where it stands. */
const [path = "", run = "", name = "", count = "0"] = process.argv.slice(2);
const store = openSqliteStore(path);
writeSync(1, "ready\n");
readFileSync(0);
for (let number = 1; number <= Number(count);) {
  try {
    const event = { type: "noted", name, number };
    const [entry] = store.append(run, [event], store.head(run).position, { at: new Date(), actor: name });
    writeSync(1, `${JSON.stringify({ position: entry?.position, hash: entry?.hash, event })}\n`);
    number += 1;
  } catch (error) {
    if (!(error instanceof BatonError && error.code === "POSITION_CONFLICT")) throw error;
  }
}
