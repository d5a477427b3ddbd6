import type { ServerResponse } from "node:http";
import { ProtocolErrorCode } from "@modelcontextprotocol/server";

/** Answers a request with the error that its parameters are invalid, as a server does that understood the message: with HTTP 200. */
export function answerInvalidParams(res: ServerResponse, id: string | number, message: string): void {
  const body = JSON.stringify({ jsonrpc: "2.0", id, error: { code: ProtocolErrorCode.InvalidParams, message } });
  res.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) }).end(body);
}
