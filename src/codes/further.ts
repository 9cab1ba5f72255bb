import { code, EXIT } from "./code.ts";

/** Findings of R5–R7 and of mutation, which are made where they are asked for. */
export const FURTHER_CODES = {
  MUTATION_LOW: code(
    EXIT.gateClosed,
    "The changed code can be broken, or lose its bodies, and no test notices.",
    "Add assertions on what the named places return or do, or take them out.",
  ),
  MUTATION_BUDGET: code(
    EXIT.gateClosed,
    "There are more mutants of the change than its budget lets be tried, so nothing was measured.",
    "`baton run` goes on from what is known; or raise checks.mutation_budget, make the change smaller, or let a person waive the check.",
  ),
  HELD_OUT_MISSING: code(
    EXIT.gateClosed,
    "Every proof of this run asks for held-out tests, and they are not on this machine: no published file has a word of them.",
    "`baton adopt --held-out FOLDER`, with the folder that the run began with.",
  ),
  HELD_OUT_MISMATCH: code(
    EXIT.evidence,
    "The held-out tests are not the very ones that the run began with.",
    "Give the folder as it was when the run began: the same files, byte for byte.",
  ),
  HELD_OUT_FAILED: code(
    EXIT.gateClosed,
    "Tests that the implementing agent never saw fail over its change.",
    "Make the code do what its specification says for every input, not only for those of the tests it came with.",
  ),
};
