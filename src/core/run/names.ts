/** The id of the task with this number, from 1. */
export const taskId = (number: number): string => `T${String(number).padStart(3, "0")}`;
