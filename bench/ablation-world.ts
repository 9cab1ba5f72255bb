import type { Stakes } from "../src/schema/governor-enums.ts";
import { seeded } from "./firewall-sets.ts";

/** What a simulated task hides, and what anybody could see of it. Luck is the same whoever decides. */
export interface HiddenTask {
  readonly id: string;
  /** From 0, anybody can; above 1 hardly anybody. No governor reads it. */
  readonly difficulty: number;
  /** From 0 to 1: how much of what is wanted is not said. Nobody sees it as it is. */
  readonly unclear: number;
  /** As one task its change is larger than a task may be. */
  readonly isLarge: boolean;
  /** How many entries of memory would help. */
  readonly relevant: number;
  readonly seen: {
    readonly stakes: Stakes;
    readonly files: readonly string[];
    readonly steps: number;
    readonly priority: "critical" | "high" | "medium" | "low";
    /** What the words let one guess of it. */
    readonly uncertainty: number;
  };
  /** For each attempt. */
  readonly chances: readonly Chances[];
}

/** Each but luck from 0 to 1. */
interface Chances {
  readonly luck: number;
  readonly bends: number;
  readonly slips: number;
  readonly eyes: number;
  readonly moves: number;
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

const CHANCES = 40;
const SPREAD = 0.12;

/** What is assumed of each thing that can be decided. None of it was measured on agents. */
export const ASSUMED = {
  /** An attempt gains by what the one before lacked, and by a person's word. */
  remediation: 0.08,
  guidance: 0.08,
  /** What is not said makes a task harder; half of it is found out by failing, all by a person. */
  unclear: 0.2,
  leftByFailing: 0.5,
  leftBySpike: 0.25,
  leftByReviewer: 0.6,
  /** Who looks reads and writes nothing; who tries out works like any other. */
  looking: 0.3,
  /** Every entry of memory makes a packet dearer; those that help come first. */
  memoryItem: 0.01,
  memoryHelps: 0.05,
  mostItems: 8,
  /** A review of a proven change, paid again where somebody else's commit came between. */
  reviewing: 0.3,
  moved: 0.15,
  /** Proven changes that are wrong all the same, with and without turned expectations; what a reviewer finds of them. */
  slips: 0.08,
  slipsFlipped: 0.05,
  sees: 0.7,
  /** Attempts that do not hold and bend a test for it. */
  bends: 0.08,
  /** Each half of what was split is easier, and costs less. */
  partEasier: 0.12,
  partCost: 0.6,
  lanes: 3,
} as const;

const KINDS = [["src/**", "test/**"], ["src/**"], ["docs/**"], ["web/page.tsx", "web/page.css"], ["db/migrations/**"]];
/** How hard each is by itself: tables of ours, that size and kind of files hint at and no more. */
const HARD = [0.5, 0.55, 0.3, 0.6, 0.7];
const PRIORITIES = ["critical", "high", "medium", "low"] as const;
/** Of tasks with so many steps every third is too large. */
const LARGE_STEPS = 10;

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** Tasks of one project; the same number, the same project. */
export function projectOf(number: number): HiddenTask[] {
  const random = seeded(7919 * (number + 1));
  const normal = (): number => (random() + random() + random() + random() - 2) * Math.sqrt(3);
  return Array.from({ length: 12 + Math.floor(random() * 18) }, (_, at) => {
    const kind = Math.min(KINDS.length - 1, Math.floor(random() * KINDS.length));
    const steps = 1 + Math.floor(random() * 12);
    const difficulty = (HARD[kind] ?? 0.5) + (steps - 6) * 0.02 + normal() * 0.22;
    // Most requests say what they want.
    const unclear = random() ** 2;
    return {
      id: `T${String(at + 1).padStart(3, "0")}`,
      difficulty: Math.max(0, difficulty),
      unclear,
      isLarge: steps >= LARGE_STEPS && random() < 1 / 3,
      relevant: Math.floor(random() * 9),
      seen: {
        stakes: kind === KINDS.length - 1 ? "high" : random() < 0.5 ? "low" : "medium",
        files: KINDS[kind] ?? ["**"],
        steps,
        priority: PRIORITIES[Math.floor(random() * PRIORITIES.length)] ?? "medium",
        uncertainty: clamp(unclear + normal() * 0.15),
      },
      chances: Array.from({ length: CHANCES }, () => ({
        luck: normal() * SPREAD,
        bends: random(),
        slips: random(),
        eyes: random(),
        moves: random(),
      })),
    };
  });
}

/** One of the two halves of a task. */
export function halfOf(task: HiddenTask, which: 0 | 1): HiddenTask {
  const { steps } = task.seen;
  return {
    ...task,
    difficulty: Math.max(0, task.difficulty - ASSUMED.partEasier),
    isLarge: false,
    seen: { ...task.seen, steps: which === 0 ? Math.ceil(steps / 2) : Math.floor(steps / 2) },
    chances: task.chances.slice((which + 1) * 13),
  };
}
