/** Where tests begin that stand in the code. */
export const TESTS_IN_CODE = /#\[cfg\(test\)\]|import\.meta\.vitest/;
