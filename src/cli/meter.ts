import type { StartMeter } from "../agents/metering/port.ts";
import type { RunState } from "../core/run/state.ts";
import { BatonError } from "../errors.ts";
import type { Surroundings } from "./surroundings.ts";

interface MeterFlags {
  readonly meter?: boolean;
  readonly maxCost?: string;
  readonly price?: readonly string[];
}

/** What --meter comes to; null without it. Throws METER_NEEDED where a limit of cost could not hold. */
export async function meterOf(
  { budget }: RunState,
  { meter = false, maxCost, price = [] }: MeterFlags,
  env: Surroundings["env"],
): Promise<StartMeter | null> {
  const cost = maxCost ?? budget.cost ?? "none";
  if (!meter && cost !== "none")
    throw new BatonError("METER_NEEDED", `a limit of $${cost} cannot hold where nobody counts what agents use`);
  if (!meter) {
    if (price.length > 0) throw new BatonError("USAGE_INVALID", "--price is for --meter");
    return null;
  }
  const { startMeter } = await import("../agents/metering/meter.ts");
  const { parsePrice, PRICES } = await import("../agents/metering/prices.ts");
  const own = price.map((text) => {
    const parsed = parsePrice(text);
    if (parsed === null) throw new BatonError("USAGE_INVALID", `--price ${text} is not MODEL=INPUT,OUTPUT`);
    return parsed;
  });
  return (budget, onCount) => startMeter({ budget, onCount, prices: [...PRICES, ...own], env });
}
