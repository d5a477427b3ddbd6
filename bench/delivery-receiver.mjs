// Webhook receivers in a separate process, each on its own port. They answer 204 and report how many requests have arrived.
// They use bare sockets to take little CPU from the measured processes: an HTTP server would use as much as PostgreSQL. The
// requests are compared after the measurement, or with `ids` only their messages are counted.
// Usage: delivery-receiver.mjs ENDPOINTS [ids]
import { hash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { portOf } from "../scripts/port-of.mjs";

const REPORT_EVERY_MS = 50;
const HEAD_END = "\r\n\r\n";
const ANSWER = Buffer.from(`HTTP/1.1 204 No Content${HEAD_END}`);
let count = 0;
/** Requests since the last comparison, as they arrived. */
let kept = [];
const isIdsOnly = process.argv[3] === "ids";
/** @type {Set<string | undefined>} */
const ids = new Set();

function receive(socket) {
  let rest = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let bytes = requestBytes(rest); bytes <= rest.length; bytes = requestBytes(rest)) {
      if (isIdsOnly) ids.add(idOf(rest));
      else kept.push({ port: socket.localPort, request: rest.subarray(0, bytes) });
      rest = rest.subarray(bytes);
      count = isIdsOnly ? ids.size : count + 1;
      socket.write(ANSWER);
    }
  });
  socket.on("error", () => socket.destroy());
}

/** Length of the first request in the buffer, or infinity until its head is complete. */
function requestBytes(buffer) {
  const headBytes = headBytesOf(buffer);
  if (headBytes < HEAD_END.length) return Number.POSITIVE_INFINITY;
  const [, length = "0"] = /content-length: (\d+)/i.exec(buffer.latin1Slice(0, headBytes)) ?? [];
  return headBytes + Number(length);
}

/** @param {any} request */
const idOf = (request) => /webhook-id: (\S+)/i.exec(request.latin1Slice(0, headBytesOf(request)))?.[1];

const headBytesOf = (buffer) => buffer.indexOf(HEAD_END) + HEAD_END.length;

/**
 * Compares what arrived with what was sent: the SHA-256 of each body by its id, and the number of endpoints that each was
 * sent to. Returns the first difference, or undefined.
 * @param {any} expected
 */
function findFault({ bodies, copies }) {
  /** @type {Map<string | undefined, string>} */
  const hashes = new Map(bodies);
  /** @type {Map<string | undefined, Set<number>>} */
  const portsOf = new Map(/** @type {[string, string][]} */ (bodies).map(([id]) => [id, new Set()]));
  for (const { port, request } of kept) {
    const headBytes = headBytesOf(request);
    const id = idOf(request);
    if (!hashes.has(id)) return `${id} arrived but was not sent`;
    if (hash("sha256", request.subarray(headBytes)) !== hashes.get(id)) return `${id} arrived with other bytes`;
    portsOf.get(id)?.add(port);
  }
  const [missed] = [...portsOf].find(([, ports]) => ports.size !== copies) ?? [];
  return missed && `${missed} arrived at ${portsOf.get(missed)?.size} endpoints instead of ${copies}`;
}

async function listen() {
  const server = createServer({ noDelay: true }, receive).listen(0, "127.0.0.1");
  await once(server, "listening");
  return portOf(server);
}

const ports = await Promise.all(Array.from({ length: Number(process.argv[2]) }, listen));
process.on("message", (expected) => {
  process.send?.({ fault: findFault(expected) ?? null });
  kept = [];
});
process.send?.({ ports });
// The parent may have ended; "disconnect" then ends this process.
setInterval(() => process.send?.({ count }, () => {}), REPORT_EVERY_MS);
process.once("disconnect", () => process.exit(0));
