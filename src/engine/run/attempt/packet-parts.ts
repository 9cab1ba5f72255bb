import type { Bounds } from "../../../core/run/bounds.ts";
import type { Left } from "../../../core/run/spending.ts";
import { BatonError } from "../../../errors.ts";
import { AssignmentPacket } from "../../../schema/packet.ts";
import { timestamp } from "../../../util/clock.ts";

const UNLIMITED: Left = { tokens: null, cost: null };

/** What a packet says of time and money: how long its agent has from now on, and what is left of the run's budgets. */
export const boundsIn = ({ timeoutSeconds, heartbeatSeconds }: Bounds, now: Date, left = UNLIMITED) => ({
  budget: {
    time_seconds: timeoutSeconds,
    turns: null,
    tokens: left.tokens,
    cost: left.cost === null ? null : Number(left.cost),
  },
  deadline: timestamp(new Date(now.getTime() + timeoutSeconds * 1000)),
  timeout_seconds: timeoutSeconds,
  heartbeat_interval_seconds: heartbeatSeconds,
});

/** The packet of a task, before anything is started. Throws PACKET_INVALID (FCX-03). */
export function checkedPacket(taskId: string, value: unknown): AssignmentPacket {
  const packet = AssignmentPacket.safeParse(value);
  if (packet.success) return packet.data;
  const [issue] = packet.error.issues;
  throw new BatonError("PACKET_INVALID", `${taskId}: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`);
}
