import type { ProcessEnd } from "../../schema/report.ts";
import type { ToolPlan } from "../../schema/tool-plan.ts";
import type { ToolFindings } from "../../schema/tool-findings.ts";
import type { Evidence } from "../readers/evidence.ts";

/** Where a tool is started, and where its report is to lie. */
export interface ToolPlace {
  readonly plan: ToolPlan;
  /** Absolute path of the checked-out tree. */
  readonly treeDirectory: string;
  /** Absolute, outside the tree; nothing lies there yet. */
  readonly report: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface ToolOutcome {
  readonly end: ProcessEnd;
  readonly code: number | null;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  /** What was printed, to tell a person why it failed. */
  readonly printed: string;
  readonly report: Evidence<Uint8Array>;
}

/** How a tool is started, and what exit code and report together say. */
export interface ToolLaunch {
  readonly argv: readonly [string, ...string[]];
  /** What a person would type after its name, where a shell of ours starts it. */
  readonly typed?: readonly string[];
  /** Which one it is, where that is known without starting it. */
  readonly version?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Exit codes after which the tool has looked; any other says nothing of the code. */
  readonly codes: readonly number[];
  readonly read: (outcome: ToolOutcome) => Evidence<ToolFindings>;
  /** Whether that exit code fits these findings: either alone lies. */
  readonly agrees: (code: number, findings: ToolFindings) => boolean;
  /** Folders besides the tree that it may write to. */
  readonly writable?: readonly string[];
  /** What it cannot do without and nobody fetches for it, for whoever reads that it failed. */
  readonly needs?: string;
}

/** Why a tool that is there has nothing to work with. */
export interface ToolAbsence {
  readonly absent: string;
}

/** Null: not installed where the project's own commands would find it. */
export type Tool = (place: ToolPlace) => ToolLaunch | ToolAbsence | null;
