import type { HonestCase } from "./case.ts";
import type { Dialect } from "./dialect.ts";
import { algorithmCases } from "./shared/algorithms.ts";
import { asyncCases } from "./shared/async.ts";
import { byHandCases } from "./shared/by-hand.ts";
import { changeCases } from "./shared/changes.ts";
import { classCases } from "./shared/classes.ts";
import { editCases } from "./shared/edits.ts";
import { flowCases } from "./shared/flows.ts";
import { hostCases } from "./shared/hosts.ts";
import { moduleCases } from "./shared/modules.ts";
import { nameCases } from "./shared/names.ts";
import { objectCases } from "./shared/objects.ts";
import { processCases } from "./shared/process.ts";
import { surroundingCases } from "./shared/surroundings.ts";
import { syntaxCases } from "./shared/syntax.ts";
import { systemCases } from "./shared/system.ts";
import { valueCases } from "./shared/values.ts";

/** What users of every runner write; `others` is how the same users write other files of the project. */
export const sharedCases = (one: Dialect, other: Dialect = one): HonestCase[] => [
  ...valueCases(one),
  ...algorithmCases(other),
  ...classCases(one),
  ...objectCases(one),
  ...asyncCases(other),
  ...flowCases(other),
  ...systemCases(other),
  ...byHandCases(one),
  ...changeCases(one),
  ...editCases(one),
  ...moduleCases(one),
  ...nameCases(one),
  ...syntaxCases(other),
  ...processCases(other),
  ...surroundingCases(one),
  ...hostCases(one),
];
