import { z } from "zod";
import { BatonError, EXIT } from "../../errors.ts";
import { Config, Policy } from "../../schema/config.ts";
import { Envelope } from "../../schema/envelope.ts";
import { FeatureList } from "../../schema/feature-list.ts";
import { AssignmentPacket } from "../../schema/packet.ts";
import { ProofData } from "../../schema/proof.ts";
import type { Answer } from "../output.ts";

const SCHEMAS = {
  config: Config,
  policy: Policy,
  prove: ProofData,
  "feature-list": FeatureList,
  packet: AssignmentPacket,
  envelope: Envelope,
} as const;

/** `baton schema [NAME]`: JSON Schema, or the names there are. */
export function schemaCommand(name: string | undefined): Answer {
  const names = Object.keys(SCHEMAS);
  if (name === undefined) return { data: { schemas: names }, exitCode: EXIT.ok, text: names.join("\n") };
  if (!isName(name)) {
    throw new BatonError("USAGE_INVALID", `no schema is called ${JSON.stringify(name)}`, {
      hint: `Choose one of: ${names.join(", ")}.`,
    });
  }
  const schema = z.toJSONSchema(SCHEMAS[name], { io: "input" });
  return { data: schema, exitCode: EXIT.ok, text: JSON.stringify(schema, null, 2) };
}

const isName = (name: string): name is keyof typeof SCHEMAS => Object.hasOwn(SCHEMAS, name);
