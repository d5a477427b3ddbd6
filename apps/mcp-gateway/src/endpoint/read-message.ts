import type { IncomingMessage } from "node:http";
import { PROTOCOL_VERSION_META_KEY } from "@modelcontextprotocol/server";
import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";
import { parseJson } from "@skucast/http-kit/json-body";
import { readBody } from "@skucast/http-kit/read-body";
import { lenientMessage } from "./lenient-message.js";

/** The protocol era of a request: per-request metadata (2026-07-28), or `initialize` (2025). */
export type Era = "modern" | "legacy";

const JSON_TYPE = /^application\/json *(?:;.*)?$/i;

/** The parts of a message that the endpoint reads; the SDK checks the rest. */
export interface Message {
  readonly id: string | number | null;
  readonly method: string | null;
  readonly era: Era;
  /** The tool of a tools/call. */
  readonly toolName: string | null;
  /** The arguments of a tools/call. */
  readonly given: Readonly<Record<string, unknown>>;
  /** The URI of a resources/read. */
  readonly resourceUri: string | null;
}

/** The parsed body and its messages: one, or a batch, as in the revision of March 2025. */
export interface ReadMessage {
  readonly body: unknown;
  readonly messages: readonly Message[];
  /** The message if it is the only one; null for a batch. */
  readonly single: Message | null;
}

/** Reads a JSON body within the limits for size, depth and batch. */
export async function readMessage(req: IncomingMessage): Promise<ReadMessage> {
  if (!JSON_TYPE.test(req.headers["content-type"] ?? "")) throw new Problem("unsupported_media_type");
  const sent = parseJson(await readBody(req, LIMITS.bodyBytesMax));
  const body = Array.isArray(sent) ? sent.map(lenientMessage) : lenientMessage(sent);
  const parts: readonly unknown[] = Array.isArray(body) ? body : [body];
  if (parts.length > LIMITS.mcpBatchMessagesMax) {
    throw new Problem("bad_request", `A batch can have at most ${LIMITS.mcpBatchMessagesMax} messages.`);
  }
  const messages = parts.map(messageOf);
  return { body, messages, single: Array.isArray(body) ? null : (messages[0] ?? null) };
}

function messageOf(part: unknown): Message {
  const { id, method, params } = membersOf(part);
  return {
    id: typeof id === "string" || typeof id === "number" ? id : null,
    method: typeof method === "string" ? method : null,
    era: PROTOCOL_VERSION_META_KEY in membersOf(membersOf(params)._meta) ? "modern" : "legacy",
    toolName: method === "tools/call" ? textOf(membersOf(params).name) : null,
    resourceUri: method === "resources/read" ? textOf(membersOf(params).uri) : null,
    given: method === "tools/call" ? membersOf(membersOf(params).arguments) : {},
  };
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
