import type { Recheck } from "../../prove/recheck.ts";

/** What does not pass when everything is run once more, one line each; the same words for the same trouble elsewhere. */
export const troublesIn = ({ broken, failing, unsound }: Recheck): string[] => [
  ...broken.map(({ id, reason }) => `${id} ${reason}`),
  ...failing,
  ...unsound,
];

/** Whether everything passed, and something did. */
export const holdsAgain = (again: Recheck): boolean => again.run !== null && troublesIn(again).length === 0;
