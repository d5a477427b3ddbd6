import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { ErrorCode } from "@skucast/contracts/error-codes";
import { newId } from "@skucast/contracts/ids";
import { Problem } from "@skucast/contracts/problem";
import type { Problems } from "./problems.js";

/** Error codes of requests that fail before they reach the app. */
const CODE_OF: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
  HPE_HEADER_OVERFLOW: "headers_too_large",
};
const NOT_HTTP = "The request is not well-formed HTTP/1.1.";

/** Answers a malformed request with a problem document and closes the connection. */
export function answerClientError(problems: Problems) {
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const code = CODE_OF[error.code ?? ""] ?? "bad_request";
    const requestId = newId("req");
    const problem = new Problem(code, code === "bad_request" ? NOT_HTTP : undefined);
    const { status, headers, body } = problems.answer(problem, requestId);
    const lines = Object.entries({
      ...headers,
      "Request-Id": requestId,
      "Content-Length": String(Buffer.byteLength(body)),
      Connection: "close",
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
  };
}
