import type { Files } from "../../support/repository.ts";
import type { HonestCase } from "./case.ts";
import * as algorithms from "./pytest-algorithms.ts";
import { base as shared } from "./pytest-base.ts";
import * as changes from "./pytest-changes.ts";
import * as classes from "./pytest-classes.ts";
import * as containers from "./pytest-containers.ts";
import * as doubles from "./pytest-doubles.ts";
import * as edits from "./pytest-edits.ts";
import * as files from "./pytest-files.ts";
import * as fixtures from "./pytest-fixtures.ts";
import * as functional from "./pytest-functional.ts";
import * as functions from "./pytest-functions.ts";
import * as library from "./pytest-library.ts";
import * as network from "./pytest-network.ts";
import * as numbers from "./pytest-numbers.ts";
import * as operators from "./pytest-operators.ts";
import * as records from "./pytest-records.ts";
import * as refactors from "./pytest-refactors.ts";
import * as surroundings from "./pytest-surroundings.ts";
import * as time from "./pytest-time.ts";
import * as unittest from "./pytest-unittest.ts";

export const base: Files = shared;

/** Every honest shape of the pytest family. */
export const cases: readonly HonestCase[] = [
  functions,
  functional,
  records,
  classes,
  operators,
  containers,
  fixtures,
  unittest,
  doubles,
  network,
  files,
  library,
  surroundings,
  time,
  numbers,
  algorithms,
  changes,
  edits,
  refactors,
].flatMap((part) => part.cases);
