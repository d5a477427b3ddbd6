import type { ServerResponse } from "node:http";
import type { McpContext } from "../context.js";
import { callTool } from "../server/call-tool.js";
import type { Caller } from "../server/caller.js";
import type { PlainCall } from "./plain-call.js";
import { createResultWriter } from "./write-result.js";

/** A longer call is answered with an event stream, so that the client knows that it was accepted. */
const STREAM_AFTER_MS = 1_000;
/** Interval of stream comments, which keep proxies from closing the connection. */
const KEEP_ALIVE_MS = 15_000;

/**
 * Answers plain calls without the SDK. The SDK creates a server and web streams for each call, which costs several
 * times the work of the call.
 */
export function createCallHandler(ctx: McpContext) {
  const resultMessage = createResultWriter(ctx);
  return async function answerCall(
    call: PlainCall,
    caller: Caller,
    res: ServerResponse,
    isJsonOnly: boolean,
  ): Promise<void> {
    const gone = new AbortController();
    const answer = startResponse(res, isJsonOnly);
    res.once("close", () => gone.abort());
    const done = await callTool(call.tool, { ctx, input: call.input, signal: gone.signal }, caller);
    answer.end(resultMessage(call, done));
  };
}

/** A response with one message: JSON, or, if it takes longer and the client accepts it, an event stream. */
function startResponse(res: ServerResponse, isJsonOnly: boolean): { end(message: string): void } {
  let keepAlive: NodeJS.Timeout | undefined;
  const beginStream = () => {
    res.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
    keepAlive = setInterval(() => res.write(": keepalive\n\n"), KEEP_ALIVE_MS);
  };
  const stream = isJsonOnly ? undefined : setTimeout(beginStream, STREAM_AFTER_MS);
  res.once("close", () => {
    clearTimeout(stream);
    clearInterval(keepAlive);
  });
  return {
    end(message) {
      clearTimeout(stream);
      if (res.headersSent) {
        res.end(`event: message\ndata: ${message}\n\n`);
        return;
      }
      const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(message) };
      res.writeHead(200, headers).end(message);
    },
  };
}
