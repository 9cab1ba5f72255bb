import { z } from "zod";
import { isValidMutant, type Mutant, type Mutation, type MutantStatus } from "../../schema/mutation.ts";
import { lineOf } from "./coverage-files.ts";
import { empty, jsonOf, reading, said, unreadable, type Evidence } from "./evidence.ts";
import { walkXml } from "./xml.ts";

const STRYKER: Readonly<Record<string, MutantStatus>> = {
  Killed: "killed",
  Timeout: "timeout",
  Survived: "survived",
  NoCoverage: "no_coverage",
  Ignored: "ignored",
  CompileError: "compile_error",
  RuntimeError: "runtime_error",
};
/** A mutant that nobody has tried yet: the run ended too early. */
const UNTRIED = new Set(["Pending", "NOT_STARTED", "STARTED"]);
const Line = z.object({ line: z.number().int().positive() });
const Schema = z.object({
  schemaVersion: z.string(),
  files: z.record(
    z.string(),
    z.object({
      mutants: z.array(
        z.object({
          id: z.string(),
          mutatorName: z.string(),
          replacement: z.string().optional(),
          status: z.string(),
          statusReason: z.string().optional(),
          location: z.object({ start: Line, end: Line }),
        }),
      ),
    }),
  ),
});

/** mutation-testing-report-schema (Stryker for JS, .NET, Scala). */
export const readMutationReport = (source: Uint8Array): Evidence<Mutation> =>
  reading(() => counted(strykerMutants(source)));

/** The same of some lines only, which may have nothing that could be mutated. */
export const readPartOfMutationReport = (source: Uint8Array): Evidence<Mutation> =>
  reading(() => {
    const mutants = strykerMutants(source);
    return mutants.length === 0 ? { mutants } : counted(mutants);
  });

function strykerMutants(source: Uint8Array): Mutant[] {
  const { files } = jsonOf(source, Schema, "the mutation report");
  return Object.entries(files).flatMap(([path, { mutants }]) => {
    const ids = new Set(mutants.map(({ id }) => id));
    if (ids.size < mutants.length) throw unreadable(`a mutant of ${path.slice(0, 200)} stands there twice`);
    return mutants.map(({ mutatorName, replacement = "", status, statusReason, location: { start, end } }) => {
      const mutant = mutantOf(path, [start.line, end.line], STRYKER[status], {
        mutator: mutatorName,
        replacement,
        status,
      });
      return mutant.status === "ignored" ? { ...mutant, reason: said(statusReason ?? "") } : mutant;
    });
  });
}

const PIT: Readonly<Record<string, MutantStatus>> = {
  KILLED: "killed",
  TIMED_OUT: "timeout",
  SURVIVED: "survived",
  NO_COVERAGE: "no_coverage",
  NON_VIABLE: "compile_error",
  MEMORY_ERROR: "runtime_error",
  RUN_ERROR: "runtime_error",
};

/** PIT's mutations.xml. */
export const readPit = (source: Uint8Array): Evidence<Mutation> =>
  reading(() => {
    const mutants: Mutant[] = [];
    const texts = pitTexts(source);
    for (const { status, fields } of texts) {
      const line = lineOf(fields["lineNumber"], "lineNumber");
      const folder = (fields["mutatedClass"] ?? "").split(".").slice(0, -1).join("/");
      const path = `${folder === "" ? "" : `${folder}/`}${fields["sourceFile"] ?? ""}`;
      const mutator = (fields["mutator"] ?? "").split(".").at(-1) ?? "";
      mutants.push(
        mutantOf(path, [line, line], PIT[status], { mutator, replacement: fields["description"] ?? "", status }),
      );
    }
    return counted(mutants);
  });

interface PitMutation {
  readonly status: string;
  readonly fields: Record<string, string>;
}

function pitTexts(source: Uint8Array): PitMutation[] {
  const found: PitMutation[] = [];
  let field = "";
  walkXml(source, {
    open(name, attributes, depth) {
      if (depth === 1 && name !== "mutations") throw unreadable(`<${name}> is no PIT report`);
      if (depth === 2 && name === "mutation") found.push({ status: attributes["status"] ?? "", fields: {} });
      field = depth === 3 ? name : "";
    },
    text(text) {
      const fields = found.at(-1)?.fields;
      if (fields !== undefined && field !== "") fields[field] = (fields[field] ?? "") + text;
    },
    close: () => {
      field = "";
    },
  });
  return found;
}

const CARGO: Readonly<Record<string, MutantStatus>> = {
  CaughtMutant: "killed",
  MissedMutant: "survived",
  Timeout: "timeout",
  Unviable: "compile_error",
};
const CargoMutant = z.object({
  file: z.string().min(1),
  span: z.object({ start: Line, end: Line }),
  genre: z.string(),
  replacement: z.string(),
});
const Cargo = z.object({
  outcomes: z.array(
    z.object({
      scenario: z.union([z.literal("Baseline"), z.object({ Mutant: CargoMutant })]),
      summary: z.string(),
    }),
  ),
});

/** cargo-mutants' outcomes.json. A baseline that failed says nothing of the mutants. */
export const readCargoMutants = (source: Uint8Array): Evidence<Mutation> =>
  reading(() => {
    const { outcomes } = jsonOf(source, Cargo, "outcomes.json");
    const baseline = outcomes.find(({ scenario }) => scenario === "Baseline");
    if (baseline !== undefined && baseline.summary !== "Success")
      throw unreadable(`the tests fail without a mutant: ${baseline.summary.slice(0, 80)}`);
    return counted(
      outcomes.flatMap(({ scenario, summary }) => {
        if (scenario === "Baseline") return [];
        const { file, span, genre, replacement } = scenario.Mutant;
        return [
          mutantOf(file, [span.start.line, span.end.line], CARGO[summary], {
            mutator: genre,
            replacement,
            status: summary,
          }),
        ];
      }),
    );
  });

function mutantOf(
  path: string,
  [line, end]: readonly [number, number],
  status: MutantStatus | undefined,
  { mutator, replacement, status: word }: { mutator: string; replacement: string; status: string },
): Mutant {
  if (UNTRIED.has(word)) throw unreadable(`the run did not end: a mutant of ${path.slice(0, 200)}:${line} is ${word}`);
  if (status === undefined) throw unreadable(`a mutant of status ${JSON.stringify(word.slice(0, 40))}`);
  if (path === "" || end < line) throw unreadable("a mutant without a place");
  return { path, line, end_line: end, mutator: said(mutator), replacement: said(replacement), status };
}

/** Ignored and broken mutants alone measure nothing (verification.md: score, valid > 0). */
function counted(mutants: readonly Mutant[]): Mutation {
  if (!mutants.some(isValidMutant)) throw empty(`none of ${mutants.length} mutants is valid`);
  return { mutants: [...mutants] };
}
