import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { newId } from "@skucast/contracts/ids";
import { Problem } from "@skucast/contracts/problem";
import type { Problems } from "./problems.js";

/** Statuses of what goes wrong before there is a request to hand to the app. */
const STATUS_OF: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};
const DETAIL_OF: Readonly<Record<number, string>> = {
  400: "The request is not well-formed HTTP/1.1.",
  408: "The request did not arrive in time.",
  431: "The header fields or the address are too long.",
};

/** Answers a broken request with a problem document and closes the connection. */
export function answerClientError(problems: Problems) {
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const status = STATUS_OF[error.code ?? ""] ?? 400;
    const requestId = newId("req");
    const { headers, body } = problems.answer(new Problem("bad_request", DETAIL_OF[status]), requestId);
    const lines = Object.entries({
      ...headers,
      "Request-Id": requestId,
      "Content-Length": String(Buffer.byteLength(body)),
      Connection: "close",
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
  };
}
