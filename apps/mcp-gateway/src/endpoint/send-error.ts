import type { IncomingMessage, ServerResponse } from "node:http";
import { Problem } from "@skucast/contracts/problem";
import type { Problems } from "@skucast/http-kit/problems";
import { ClientGone, discardBody } from "@skucast/http-kit/read-body";

/**
 * JSON-RPC 2.0, section 5.1. The protocol reserves the range from -32000, so clients distinguish errors by data.code.
 */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const INTERNAL_ERROR = -32_603;

interface ErrorTarget {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly requestId: string;
  /** Id of the JSON-RPC request; null until it is known. */
  readonly messageId: string | number | null;
}

/** Whether a request was rejected because there are too many, mostly before its body was read. */
export const isOverload = (error: unknown): boolean =>
  error instanceof Problem && (error.code === "rate_limited" || error.code === "unavailable");

/**
 * Sends an error as a JSON-RPC error. Its `data` is the problem document; status and headers are those of the problem.
 */
export function sendError(problems: Problems, { req, res, requestId, messageId }: ErrorTarget, error: unknown): void {
  if (error instanceof ClientGone || res.destroyed) return;
  if (res.headersSent) {
    res.destroy();
    return;
  }
  discardBody(req);
  const answer = problems.answer(error, requestId);
  const document = JSON.parse(answer.body) as { code: string; detail: string };
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: messageId,
    error: { code: codeOf(answer.status, document.code), message: messageOf(document.detail, answer), data: document },
  });
  const headers = { ...answer.headers, "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
  res.writeHead(answer.status, headers).end(body);
}

/** A model reads the message and not the headers, so the message says how long to wait. */
function messageOf(detail: string, { headers }: ReturnType<Problems["answer"]>): string {
  const seconds = Object.entries(headers).find(([name]) => name.toLowerCase() === "retry-after")?.[1];
  return seconds === undefined ? detail : `${detail} (Retry-After: ${seconds} s)`;
}

function codeOf(status: number, code: string): number {
  if (code === "invalid_json") return PARSE_ERROR;
  return status >= 500 ? INTERNAL_ERROR : INVALID_REQUEST;
}
