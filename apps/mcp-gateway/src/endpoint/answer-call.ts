import type { ServerResponse } from "node:http";
import type { McpContext } from "../context.js";
import { callTool } from "../server/call-tool.js";
import type { Caller } from "../server/caller.js";
import type { PlainCall } from "./plain-call.js";
import { resultWriting } from "./write-result.js";

/** A call that takes longer is answered as an event stream, so that the client learns that it was taken. */
const STREAM_AFTER_MS = 1_000;
/** A comment of the stream, so often that no proxy takes it for dead. */
const KEEP_ALIVE_MS = 15_000;

/** Answers plain calls without the SDK, which makes a server and web streams for each: several times the work of the call. */
export function callAnswering(ctx: McpContext) {
  const resultMessage = resultWriting(ctx);
  return async function answerCall(
    call: PlainCall,
    caller: Caller,
    res: ServerResponse,
    isJsonAlone: boolean,
  ): Promise<void> {
    const gone = new AbortController();
    const answer = openAnswer(res, isJsonAlone);
    res.once("close", () => gone.abort());
    const done = await callTool(call.tool, { ctx, input: call.input, signal: gone.signal }, caller);
    answer.end(resultMessage(call, done));
  };
}

/** An answer of one message: JSON, or when it does not come soon an event stream that ends with it, if the client takes one. */
function openAnswer(res: ServerResponse, isJsonAlone: boolean): { end(message: string): void } {
  let keepAlive: NodeJS.Timeout | undefined;
  const beginStream = () => {
    res.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
    keepAlive = setInterval(() => res.write(": keepalive\n\n"), KEEP_ALIVE_MS);
  };
  const stream = isJsonAlone ? undefined : setTimeout(beginStream, STREAM_AFTER_MS);
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
