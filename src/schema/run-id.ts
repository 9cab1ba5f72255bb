const RUN_ID = /^\d{8}-\d{6}-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const FILLER = "00000000-000000-00000000-0000-4000-8000-000000000000";

export const isRunId = (text: string): boolean => RUN_ID.test(text);

/** Whether a text is a run id or the beginning of one (H3A Orchestration, Run Identification): it leads nowhere else. */
export const isRunIdStart = (text: string): boolean => text !== "" && RUN_ID.test(text + FILLER.slice(text.length));
