// Receivers of webhooks in a process of its own, each with a port of its own, which answer 204 and tell how many have come to
// all of them. On bare sockets, so that they take as little as may be from the cores that are measured: an HTTP server would
// take as much as PostgreSQL's part. What came is compared when nothing is measured. Usage: delivery-receiver.mjs ENDPOINTS
import { hash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { portOf } from "../scripts/port-of.mjs";

const TELL_EVERY_MS = 50;
const HEAD_END = "\r\n\r\n";
const ANSWER = Buffer.from(`HTTP/1.1 204 No Content${HEAD_END}`);
let count = 0;
/** Since the last comparison, as it came over the wire. */
let kept = [];

function receive(socket) {
  let rest = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let bytes = requestBytes(rest); bytes <= rest.length; bytes = requestBytes(rest)) {
      kept.push({ port: socket.localPort, request: rest.subarray(0, bytes) });
      rest = rest.subarray(bytes);
      count += 1;
      socket.write(ANSWER);
    }
  });
  socket.on("error", () => socket.destroy());
}

/** Length of the first request in there, or infinity while its head is not whole. */
function requestBytes(buffer) {
  const headBytes = headBytesOf(buffer);
  if (headBytes < HEAD_END.length) return Number.POSITIVE_INFINITY;
  const [, length = "0"] = /content-length: (\d+)/i.exec(buffer.latin1Slice(0, headBytes)) ?? [];
  return headBytes + Number(length);
}

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
    const [, id] = /webhook-id: (\S+)/i.exec(request.latin1Slice(0, headBytes)) ?? [];
    if (!hashes.has(id)) return `${id} came and was not sent`;
    if (hash("sha256", request.subarray(headBytes)) !== hashes.get(id)) return `${id} came with other bytes`;
    portsOf.get(id)?.add(port);
  }
  const [missed] = [...portsOf].find(([, ports]) => ports.size !== copies) ?? [];
  return missed && `${missed} came to ${portsOf.get(missed)?.size} endpoints instead of ${copies}`;
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
// Its parent may be gone when it tells; "disconnect" ends it then.
setInterval(() => process.send?.({ count }, () => {}), TELL_EVERY_MS);
process.once("disconnect", () => process.exit(0));
