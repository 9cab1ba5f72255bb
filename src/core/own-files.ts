/** What only the harness writes, at the root of an initialized repository (decisions.md, Places). */
export const HARNESS_FILES: readonly string[] = ["feature_list.json", "claude-progress.txt", "agent_state.json"];

export const INIT_SCRIPT = "init.sh";

/** What the harness keeps beside the project's own files. */
export const OWN_FILES: readonly string[] = [...HARNESS_FILES, INIT_SCRIPT];
