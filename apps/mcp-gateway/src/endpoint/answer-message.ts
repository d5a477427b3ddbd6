import { toNodeHandler } from "@modelcontextprotocol/node";
import type { McpHttpHandler } from "@modelcontextprotocol/server";
import type { RawExchange } from "@skucast/http-kit/raw-router";
import type { McpContext } from "../context.js";
import { authInfoOf, type Caller } from "../server/caller.js";
import type { Tool } from "../tools/define-tool.js";
import { takesJsonAlone } from "./accepted-answers.js";
import { callAnswering } from "./answer-call.js";
import { flushingResponse } from "./flushing-response.js";
import { jsonResponse } from "./json-response.js";
import { plainCallReader } from "./plain-call.js";

interface Answering {
  readonly ctx: McpContext;
  /** Tools whose plain calls are answered at once. */
  readonly tools: readonly Tool[];
  /** The SDK's handler, for everything else. */
  readonly handler: McpHttpHandler;
  readonly path: string;
}

/** Answers what was let in: a plain tools/call by itself, everything else by the SDK, which gives the same answers. */
export function messageAnswering({ ctx, tools, handler, path }: Answering) {
  const answerBySdk = toNodeHandler(handler);
  const plainCallOf = plainCallReader(tools);
  const answerCall = callAnswering(ctx);
  return async function answerMessage({ req, res }: RawExchange, caller: Caller, body: unknown): Promise<void> {
    // A subscription is a stream and nothing else: it has no last message to wait for.
    const isJsonAlone = takesJsonAlone(req) && methodOf(body) !== "subscriptions/listen";
    const call = plainCallOf(req.headers, body, caller);
    if (call) return answerCall(call, caller, res, isJsonAlone);
    const asked = { method: "POST", url: path, auth: authInfoOf(caller) };
    await answerBySdk(Object.assign(req, asked), isJsonAlone ? jsonResponse(res) : flushingResponse(res), body);
  };
}

const methodOf = (body: unknown): unknown =>
  typeof body === "object" && body !== null && "method" in body ? body.method : undefined;
