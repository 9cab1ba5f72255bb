import { code, EXIT } from "./code.ts";

/** Findings of R6 and R7, which are made where they are asked for. */
export const FURTHER_CODES = {
  MUTATION_LOW: code(
    EXIT.gateClosed,
    "Changed functions can lose their bodies and no selected test notices.",
    "Add assertions on what the named functions return or do, or take them out.",
  ),
  HELD_OUT_FAILED: code(
    EXIT.gateClosed,
    "Tests that the implementing agent never saw fail over its change.",
    "Make the code do what its specification says for every input, not only for those of the tests it came with.",
  ),
};
