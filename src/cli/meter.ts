import type { StartMeter } from "../agents/metering/port.ts";
import type { RunState } from "../core/run/state.ts";
import { BatonError } from "../errors.ts";
import type { AgentSettings } from "../schema/event.ts";
import type { Surroundings } from "./surroundings.ts";

interface Metering extends Pick<AgentSettings, "meter" | "price"> {
  readonly maxCost: string | undefined;
}

/**
 * What starts a meter for each turn; null where nobody counts. Throws METER_NEEDED where a limit of cost could not
 * hold, METER_UPSTREAM.
 */
export async function meterOf(
  { budget }: RunState,
  { meter, maxCost, price }: Metering,
  env: Surroundings["env"],
): Promise<StartMeter | null> {
  const cost = maxCost ?? budget.cost ?? "none";
  if (!meter && cost !== "none")
    throw new BatonError("METER_NEEDED", `a limit of $${cost} cannot hold where nobody counts what agents use`);
  if (!meter) return null;
  const { findUpstreams, startMeter } = await import("../agents/metering/meter.ts");
  findUpstreams(env);
  const { parsePrice, PRICES } = await import("../agents/metering/prices.ts");
  const own = price.map((text) => {
    const parsed = parsePrice(text);
    if (parsed !== null) return parsed;
    throw new BatonError("USAGE_INVALID", `--price ${text} is not MODEL=INPUT,OUTPUT[,CACHE_READ,CACHE_WRITE]`, {
      hint: "In dollars for a million tokens: --price my-model=3,15",
    });
  });
  return (budget, onCount) => startMeter({ budget, onCount, prices: [...PRICES, ...own], env });
}
