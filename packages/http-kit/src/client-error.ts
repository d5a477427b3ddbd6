import { type ServerResponse, STATUS_CODES } from "node:http";
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

/**
 * Answers a malformed request with a problem document and closes the connection. Requests that the client sent before it
 * on the same connection get their responses first, so that no response is taken for that of another request.
 */
export function answerClientError(problems: Problems, openResponses: Iterable<ServerResponse>) {
  const failed = new WeakSet<Duplex>();
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    // The parser reports an error again for all that follows the malformed request.
    if (failed.has(socket)) return;
    failed.add(socket);
    const open = [...openResponses].filter(({ req }) => req.socket === socket);
    const own = open.find(({ req }) => !req.complete);
    const earlier = open.filter((res) => res !== own && !res.writableFinished);
    if (own?.headersSent) socket.destroy();
    else onceClosed(earlier, () => socket.writable && answer(problems, error, socket));
  };
}

/** Calls back once all responses have ended; at once if there are none. */
function onceClosed(responses: readonly ServerResponse[], callback: () => void): void {
  let left = responses.length;
  if (left === 0) callback();
  for (const res of responses) {
    res.once("close", () => {
      left -= 1;
      if (left === 0) callback();
    });
  }
}

function answer(problems: Problems, error: NodeJS.ErrnoException, socket: Duplex): void {
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
}
