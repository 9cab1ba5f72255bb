import type { AgentSettings } from "../../schema/event.ts";

/** Of a run that has had no agent yet. */
export const NO_SETTINGS: AgentSettings = { agent_env: [], isolation: null, agent_user: null, meter: false, price: [] };
