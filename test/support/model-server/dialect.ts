import type { Conversation } from "./script.ts";
import type { Reply } from "./tools.ts";

/** What every answer is said to have cost, so that a test can count. */
export const USAGE = { input: 1000, cached: 200, output: 50 } as const;

export interface SseEvent {
  readonly event?: string;
  readonly data: unknown;
}

/** How one vendor's API is spoken. */
export interface Dialect {
  readonly name: "anthropic" | "responses" | "chat" | "gemini";
  read(body: Json, url: URL): Conversation;
  /** The whole answer at once. */
  whole(reply: Reply, model: string): unknown;
  /** The same answer as a stream. */
  stream(reply: Reply, model: string): SseEvent[];
  refusal(status: number, message: string): unknown;
}

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
export const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** All words of a content, whose parts hold them as `text`, `content` or `output`. */
export function words(content: unknown): string {
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return content.map(words).filter(Boolean).join("\n");
  if (!isObject(content)) return "";
  return [content["text"], content["content"], content["output"]].map(words).filter(Boolean).join("\n");
}

/** A tool's parameters, from its JSON Schema. */
export function parameters(schema: unknown): { properties: Json; required: string[] } {
  const { properties, required } = isObject(schema) ? schema : {};
  return {
    properties: isObject(properties) ? properties : {},
    required: Array.isArray(required) ? required.filter((name) => typeof name === "string") : [],
  };
}

let ids = 0;
export const nextId = (prefix: string): string => `${prefix}_${String((ids += 1)).padStart(8, "0")}`;
export const argumentsOf = (args: Json | string): string => (typeof args === "string" ? args : JSON.stringify(args));
