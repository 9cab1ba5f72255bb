import { seeded } from "./firewall-sets.ts";
import type { Stakes } from "../src/schema/governor-enums.ts";

/** What a simulated task hides, and what anybody could see of it. */
export interface HiddenTask {
  readonly id: string;
  /** From 0, anybody can; above 1 hardly anybody. No governor reads it. */
  readonly difficulty: number;
  readonly seen: {
    readonly stakes: Stakes;
    readonly files: readonly string[];
    readonly steps: number;
    readonly priority: "critical" | "high" | "medium" | "low";
  };
  /** What chance adds at each attempt, the same whoever decides: runs differ by their decisions alone. */
  readonly luck: readonly number[];
}

export interface World {
  /** What an attempt of the strong agent costs, where one of the cheap agent costs 1. */
  readonly ratio: number;
  readonly skills: Readonly<Record<string, number>>;
}

/** Model families' published prices differ by 3 to 10 times between their small and large models. */
export const WORLDS: readonly World[] = [
  { ratio: 3, skills: { cheap: 0.6, strong: 0.9 } },
  { ratio: 5, skills: { cheap: 0.6, strong: 0.9 } },
  { ratio: 10, skills: { cheap: 0.6, strong: 0.9 } },
  { ratio: 5, skills: { cheap: 0.45, strong: 0.9 } },
  { ratio: 5, skills: { cheap: 0.8, strong: 0.85 } },
];
export const PROJECTS = 40;

const CHANCES = 12;
const SPREAD = 0.12;
/** What an attempt gains by what the one before lacked, and by a person's word. */
const REMEDIATION = 0.08;
const GUIDANCE = 0.08;

const KINDS = [["src/**", "test/**"], ["src/**"], ["docs/**"], ["web/page.tsx", "web/page.css"], ["db/migrations/**"]];
/** How hard each is by itself: tables of ours, that size and kind of files hint at and no more. */
const HARD = [0.5, 0.55, 0.3, 0.6, 0.7];
const PRIORITIES = ["critical", "high", "medium", "low"] as const;

/** Tasks of one project; the same number, the same project. */
export function projectOf(number: number): HiddenTask[] {
  const random = seeded(7919 * (number + 1));
  const normal = (): number => (random() + random() + random() + random() - 2) * Math.sqrt(3);
  return Array.from({ length: 12 + Math.floor(random() * 18) }, (_, at) => {
    const kind = Math.min(KINDS.length - 1, Math.floor(random() * KINDS.length));
    const steps = 1 + Math.floor(random() * 12);
    const difficulty = (HARD[kind] ?? 0.5) + (steps - 6) * 0.02 + normal() * 0.22;
    return {
      id: `T${String(at + 1).padStart(3, "0")}`,
      difficulty: Math.max(0, difficulty),
      seen: {
        stakes: kind === KINDS.length - 1 ? "high" : random() < 0.5 ? "low" : "medium",
        files: KINDS[kind] ?? ["**"],
        steps,
        priority: PRIORITIES[Math.floor(random() * PRIORITIES.length)] ?? "medium",
      },
      luck: Array.from({ length: CHANCES }, () => normal() * SPREAD),
    };
  });
}

/** Whether an attempt comes to proof. The harness proves it, so nothing wrong ever counts as proven. */
export function succeeds(task: HiddenTask, skill: number, { attempt, failed, guided }: Tried): boolean {
  const reach = skill + (task.luck[attempt] ?? 0) + Math.min(failed, 2) * REMEDIATION + guided * GUIDANCE;
  return reach >= task.difficulty;
}

export interface Tried {
  readonly attempt: number;
  /** Since a person spoke last. */
  readonly failed: number;
  readonly guided: number;
}
