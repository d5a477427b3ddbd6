import type { ServerResponse } from "node:http";
import { ProtocolErrorCode } from "@modelcontextprotocol/server";

/** Answers a request with invalid parameters. The server understood the message, so the status is HTTP 200. */
export const answerInvalidParams = (res: ServerResponse, id: string | number, message: string): void =>
  answerError(res, 200, id, { code: ProtocolErrorCode.InvalidParams, message });

/** Answers a request with an unknown method: with HTTP 404, as the revision of 2026-07-28 requires. */
export const answerUnknownMethod = (res: ServerResponse, id: string | number): void =>
  answerError(res, 404, id, { code: ProtocolErrorCode.MethodNotFound, message: "Method not found" });

function answerError(
  res: ServerResponse,
  status: number,
  id: string | number,
  error: { readonly code: number; readonly message: string },
): void {
  const body = JSON.stringify({ jsonrpc: "2.0", id, error });
  res.writeHead(status, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) }).end(body);
}
