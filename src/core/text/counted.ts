/** `1 test`, `2 tests`; of what has no such plural, both words: `counted(2, "test is", "tests are")`. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`;
