import type { ServerResponse } from "node:http";
import { SERVER_INFO_META_KEY } from "@modelcontextprotocol/server";
import type { McpContext } from "../context.js";
import { callTool, type ToolAnswer } from "../server/call-tool.js";
import type { Caller } from "../server/caller.js";
import { serverInfoOf } from "../server/server-info.js";
import type { PlainCall } from "./plain-call.js";

/** A call that takes longer is answered as an event stream, so that the client learns that it was taken. */
const STREAM_AFTER_MS = 1_000;
/** A comment of the stream, so often that no proxy takes it for dead. */
const KEEP_ALIVE_MS = 15_000;

/** Answers plain calls without the SDK, which makes a server and web streams for each: several times the work of the call. */
export function callAnswering(ctx: McpContext) {
  const modernMembers = `,"resultType":"complete","_meta":${JSON.stringify({ [SERVER_INFO_META_KEY]: serverInfoOf(ctx) })}`;
  return async function answerCall(call: PlainCall, caller: Caller, res: ServerResponse): Promise<void> {
    const gone = new AbortController();
    const answer = openAnswer(res);
    res.once("close", () => gone.abort());
    const done = await callTool(call.tool, { ctx, input: call.input, signal: gone.signal }, caller);
    const result = `${resultOf(done)}${call.era === "modern" ? modernMembers : ""}`;
    answer.end(`{"jsonrpc":"2.0","id":${JSON.stringify(call.id)},"result":{${result}}}`);
  };
}

/** Members of a CallToolResult. What was called is text twice, and written once. */
function resultOf({ text, isError }: ToolAnswer): string {
  const content = `"content":[{"type":"text","text":${JSON.stringify(text)}}]`;
  return isError ? `${content},"isError":true` : `${content},"structuredContent":${text}`;
}

/** An answer of one message: JSON, or when it does not come soon an event stream that ends with it. */
function openAnswer(res: ServerResponse): { end(message: string): void } {
  let keepAlive: NodeJS.Timeout | undefined;
  const stream = setTimeout(() => {
    res.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
    keepAlive = setInterval(() => res.write(": keepalive\n\n"), KEEP_ALIVE_MS);
  }, STREAM_AFTER_MS);
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
