import { openMemoryStores } from "../../../src/store/bus/open.ts";

/** A process of its own that adds to shared memory: a version, an entry of a working set, a use of a pattern, so many times. */
const [, , path = "", name = "", count = "0"] = process.argv;
const stores = openMemoryStores({
  path,
  fileLocking: true,
  ttlHours: 2,
  now: () => new Date(),
  confidence: { strengthen: (c) => c, weaken: (c) => c },
  piecesOf: (text) => [text],
});
process.stdout.write("ready\n");
await new Promise((resolve) => process.stdin.on("close", resolve).resume());
for (let at = 0; at < Number(count); at += 1) {
  stores.shared.set("counter", `${name} ${at}`, name);
  stores.working.update("T001", ({ open_questions }) => ({ open_questions: [...open_questions, `${name} ${at}`] }));
  stores.patterns.update("pattern", (before) => ({ ...before, uses: before.uses + 1 }));
}
stores.close();
