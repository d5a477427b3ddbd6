import type { IncomingMessage } from "node:http";
import { PROTOCOL_VERSION_META_KEY } from "@modelcontextprotocol/server";
import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";
import { parseInTurns, parsingJson } from "@skucast/http-kit/json-body";
import { readBody } from "@skucast/http-kit/read-body";
import { withTimeLimit } from "@skucast/service-kit/time-limit";
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
  /** Why the body is rejected although its messages can be read: a number in it cannot be kept exactly. */
  readonly problem: Problem | null;
}

/**
 * Reads a JSON body within the limits for size, depth and batch. `turn` waits for the next turn of the caller, which parses a
 * slice of a long body.
 */
export async function readMessage(req: IncomingMessage, turn: () => Promise<unknown>): Promise<ReadMessage> {
  if (!JSON_TYPE.test(req.headers["content-type"] ?? "")) throw new Problem("unsupported_media_type");
  const { sent, problem } = await parse(await readBody(req, LIMITS.bodyBytesMax), turn);
  const body = Array.isArray(sent) ? sent.map(lenientMessage) : lenientMessage(sent);
  const parts: readonly unknown[] = Array.isArray(body) ? body : [body];
  if (parts.length > LIMITS.mcpBatchMessagesMax) {
    throw new Problem("bad_request", `A batch can have at most ${LIMITS.mcpBatchMessagesMax} messages.`);
  }
  const messages = parts.map(messageOf);
  return { body, messages, single: Array.isArray(body) ? null : (messages[0] ?? null), problem };
}

/** Bodies of calls are mostly smaller. */
const REJECTED_BYTES_MAX = 16_384;
const REJECTED_MS_MAX = 1_000;

/**
 * The id of a request that is rejected before its body is read, for the error's id. Null if the body is long or does not
 * arrive at once, because a rejected request should cost little.
 */
export async function readRejectedId(req: IncomingMessage): Promise<Message["id"]> {
  const length = Number(req.headers["content-length"] ?? Number.POSITIVE_INFINITY);
  if (req.readableDidRead || length > REJECTED_BYTES_MAX) return null;
  const read = readMessage(req, async () => {}).then(({ single }) => single?.id ?? null);
  return withTimeLimit(REJECTED_MS_MAX, read, "the body did not arrive").catch(() => null);
}

async function parse(
  bytes: Buffer,
  turn: () => Promise<unknown>,
): Promise<Pick<ReadMessage, "problem"> & { readonly sent: unknown }> {
  try {
    return { sent: await parseInTurns(bytes, parsingJson(bytes), turn), problem: null };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "validation_failed") throw error;
    // The body is well-formed and within the limits: only values in it are not allowed.
    const sent: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const isIdWrong = error.faults.some(({ pointer }) => pointer === "/id");
    return { sent: isIdWrong ? { ...Object(sent), id: null } : sent, problem: error };
  }
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

/** Not a copy: there may be tens of thousands. */
const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
