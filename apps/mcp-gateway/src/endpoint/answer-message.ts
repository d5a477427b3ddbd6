import { toNodeHandler } from "@modelcontextprotocol/node";
import type { McpHttpHandler } from "@modelcontextprotocol/server";
import type { RawExchange } from "@skucast/http-kit/raw-router";
import type { McpContext } from "../context.js";
import { authInfoOf, type Caller } from "../server/caller.js";
import type { Tool } from "../tools/define-tool.js";
import { acceptsOnlyJson } from "./accept-header.js";
import { createCallHandler } from "./answer-call.js";
import { flushingResponse } from "./flushing-response.js";
import { jsonResponse } from "./json-response.js";
import { createPlainCallReader } from "./plain-call.js";

interface Answering {
  readonly ctx: McpContext;
  /** Tools whose plain calls are answered without the SDK. */
  readonly tools: readonly Tool[];
  /** The SDK's handler, for everything else. */
  readonly handler: McpHttpHandler;
  readonly path: string;
}

/**
 * Answers admitted messages: plain tools/call messages directly, all others with the SDK. Both produce the same
 * responses.
 */
export function createMessageHandler({ ctx, tools, handler, path }: Answering) {
  const answerBySdk = toNodeHandler(handler);
  const plainCallOf = createPlainCallReader(tools);
  const answerCall = createCallHandler(ctx);
  return async function answerMessage({ req, res }: RawExchange, caller: Caller, body: unknown): Promise<void> {
    // A subscription is always a stream: it has no final message to wait for.
    const isJsonOnly = acceptsOnlyJson(req) && methodOf(body) !== "subscriptions/listen";
    const call = plainCallOf(req.headers, body, caller);
    if (call) return answerCall(call, caller, res, isJsonOnly);
    const asked = { method: "POST", url: path, auth: authInfoOf(caller) };
    await answerBySdk(Object.assign(req, asked), isJsonOnly ? jsonResponse(res) : flushingResponse(res), body);
  };
}

const methodOf = (body: unknown): unknown =>
  typeof body === "object" && body !== null && "method" in body ? body.method : undefined;
