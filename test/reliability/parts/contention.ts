import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createJournal } from "../../../src/engine/run/record/journal.ts";
import type { RunEvent } from "../../../src/schema/event.ts";
import { openSqliteStore } from "../../../src/store/sqlite.ts";
import { checkHistory } from "../contention/check-history.ts";
import type { Operation } from "../contention/history.ts";
import { firstEvents, RUN } from "../contention/run.ts";
import type { Part } from "../part.ts";
import { createRandom } from "../random.ts";

const PROCESSES = 8;
const OPERATIONS = 20_000;
const WORKER = join(import.meta.dirname, "..", "contention", "worker.ts");
const WARM_BYTES = 2000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** F: processes that claim, submit, judge and expire on one store, killed and frozen, and a checker that was not there. */
export const contentionPart: Part = {
  name: "contention",
  about: "eight processes on one store, killed and stopped; an offline checker reads what they heard",
  async run({ count, seed, print }) {
    const folder = mkdtempSync(join(tmpdir(), "baton-contention-"));
    try {
      const { kills, stops } = await contend(folder, count ?? OPERATIONS, seed ?? 1);
      const { entries, operations } = readBack(folder);
      const problems = checkHistory(entries, operations);
      for (const problem of problems.slice(0, 10)) print(`FAIL ${problem}`);
      const refused = operations.filter((operation) => operation.refused !== null).length;
      const unheard = operations.filter(({ to }) => to === null).length;
      return {
        count: operations.length,
        unit: "operations",
        violations: problems.length,
        notes: [
          `${PROCESSES} processes, ${kills} SIGKILL, ${stops} SIGSTOP; ${entries.length} entries, ${refused} refused, ${unheard} unheard`,
        ],
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function contend(folder: string, operations: number, seed: number): Promise<{ kills: number; stops: number }> {
  const database = join(folder, "journal.db");
  const store = openSqliteStore(database);
  createJournal(store, RUN, firstEvents(), "test", { now: () => new Date() });
  store.close();
  const random = createRandom(seed);
  /** Each with its log: who has not done anything yet is left alone, or a slow machine would never get anywhere. */
  const living = new Map<ChildProcess, string>();
  let [kills, stops, working] = [0, 0, PROCESSES];
  const each = Math.ceil(operations / PROCESSES);
  const work = async (number: number): Promise<void> => {
    for (let life = 0, left = each; left > 0; life += 1) {
      const log = join(folder, `${number}-${life}.log`);
      const args = [
        WORKER,
        database,
        log,
        `w${number}-${life}`,
        String(left),
        String(seed * 1000 + number * 37 + life),
      ];
      const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
      living.set(child, log);
      const [code, signal] = (await once(child, "close")) as [number | null, string | null];
      living.delete(child);
      if (code !== 0 && signal !== "SIGKILL") throw new Error(`worker ${number} ended with ${code ?? signal}`);
      left -= existsSync(log) ? linesOf(log).filter((line) => line.from !== undefined).length : 0;
      if (code === 0) break;
    }
    working -= 1;
  };
  const trouble = async (): Promise<void> => {
    while (working > 0) {
      await pause(150 + random.below(400));
      const busy = [...living].filter(([, log]) => (statSync(log, { throwIfNoEntry: false })?.size ?? 0) > WARM_BYTES);
      const victim = random.pick(busy)?.[0];
      if (victim === undefined) continue;
      if (random.chance(0.5)) kills += Number(victim.kill("SIGKILL"));
      else {
        stops += Number(victim.kill("SIGSTOP"));
        await pause(random.below(800));
        victim.kill("SIGCONT");
      }
    }
  };
  await Promise.all([trouble(), ...Array.from({ length: PROCESSES }, async (_, number) => work(number))]);
  return { kills, stops };
}

type Line = Partial<Operation>;
const linesOf = (log: string): Line[] =>
  readFileSync(log, "utf8")
    .split("\n")
    .flatMap((line) => (line.endsWith("}") ? [JSON.parse(line) as Line] : []));

function readBack(folder: string) {
  const store = openSqliteStore(join(folder, "journal.db"));
  const entries = [...store.read(RUN, 0)].map(({ position, entry }) => ({
    position,
    event: entry.event as unknown as RunEvent,
  }));
  store.close();
  const operations = new Map<string, Operation>();
  const unheard = { to: null, position: null, refused: null };
  for (let number = 0; number < PROCESSES; number += 1)
    for (let life = 0; existsSync(join(folder, `${number}-${life}.log`)); life += 1)
      for (const line of linesOf(join(folder, `${number}-${life}.log`))) {
        const marker = line.marker ?? "";
        operations.set(marker, { ...unheard, ...operations.get(marker), ...line } as Operation);
      }
  return { entries, operations: [...operations.values()] };
}
