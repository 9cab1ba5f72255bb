/** Nobody writes longer lines by hand; patterns could take a while over them. */
export const LONGEST_LINE = 1000;
