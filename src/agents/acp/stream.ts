import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";
import { isObject, jsonOrNull, type JsonObject } from "../../schema/json.ts";
import type { StartedProcess } from "../../util/process.ts";
import { createLineSplitter } from "./lines.ts";

const LINE_LIMIT_BYTES = 8 * 2 ** 20;
const UNREAD_LIMIT_BYTES = 8 * 2 ** 20;
const SHOWN = 500;

interface Hearing {
  notification(method: string, params: unknown): void;
  /** What is no message of the protocol, or an answer that nobody asked for. */
  stray(what: string, text: string): void;
}

interface MessageStream {
  /** The agent's standard output, as it comes. */
  readonly feed: (chunk: Buffer) => void;
  /** To be called before the process has said anything. */
  readonly connect: (process: StartedProcess) => Stream;
  /** The agent will say no more: what still waits for an answer fails. */
  readonly close: () => void;
}

/**
 * An agent's output as messages for the SDK. Notifications are heard here, at once: none waits in memory, and what the SDK
 * does not know yet is noted and survived, where it would write to the terminal or end the connection.
 */
export function createMessageStream(hearing: Hearing): MessageStream {
  let controller: ReadableStreamDefaultController<AnyMessage> | null = null;
  const asked = new Set<unknown>();
  const hear = (line: string): void => {
    if (line.trim() === "") return;
    const message = parse(line);
    if (message === null) return hearing.stray("not a message", line.slice(0, SHOWN));
    if (typeof message["method"] === "string") {
      if (!("id" in message)) return hearing.notification(message["method"], message["params"]);
    } else if (!asked.delete(message["id"])) {
      return hearing.stray("an answer nobody asked for", line.slice(0, SHOWN));
    }
    controller?.enqueue(message as AnyMessage);
  };
  const readable = new ReadableStream<AnyMessage>({
    start(opened) {
      controller = opened;
    },
    cancel() {
      controller = null;
    },
  });
  return {
    feed: createLineSplitter(LINE_LIMIT_BYTES, hear, (bytes) => hearing.stray(`a line of ${bytes} bytes`, "")),
    connect: (process) => ({
      readable,
      writable: new WritableStream<AnyMessage>({
        write(message) {
          if ("method" in message && "id" in message) asked.add(message.id);
          process.stdin.write(`${JSON.stringify(message)}\n`);
          // An agent that asks and asks, and reads no answer, would fill our memory.
          if (process.stdin.writableLength > UNREAD_LIMIT_BYTES) process.stop("memory");
        },
      }),
    }),
    close() {
      controller?.close();
      controller = null;
    },
  };
}

function parse(line: string): JsonObject | null {
  const value = jsonOrNull(line);
  return isObject(value) && "jsonrpc" in value ? value : null;
}
