/**
 * Says to whatever is started below that it runs in an agent's turn, or in a check's, and that nobody types there who decides as
 * a person. It binds what takes it for granted; at I0 and I1 whoever wants to can take it away (docs/security.md).
 */
export const AGENT_TURN = "BATON_AGENT_TURN";

/** The value for what checks start: the code that they run is an agent's as well, and no turn of it is open. */
export const IN_CHECKS = "checks";
