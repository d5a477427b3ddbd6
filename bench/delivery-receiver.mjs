// Receivers of webhooks in a process of its own, each with a port of its own, which answer 204 and tell how many have come to
// all of them. On bare sockets, so that they take as little as may be from the cores that are measured: an HTTP server would
// take as much as PostgreSQL's part. Usage: delivery-receiver.mjs ENDPOINTS
import { once } from "node:events";
import { createServer } from "node:net";

const TELL_EVERY_MS = 50;
const HEAD_END = "\r\n\r\n";
const ANSWER = Buffer.from(`HTTP/1.1 204 No Content${HEAD_END}`);
let count = 0;

function receive(socket) {
  let rest = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let bytes = requestBytes(rest); bytes <= rest.length; bytes = requestBytes(rest)) {
      rest = rest.subarray(bytes);
      count += 1;
      socket.write(ANSWER);
    }
  });
  socket.on("error", () => socket.destroy());
}

/** Length of the first request in there, or infinity while its head is not whole. */
function requestBytes(buffer) {
  const headBytes = buffer.indexOf(HEAD_END) + HEAD_END.length;
  if (headBytes < HEAD_END.length) return Number.POSITIVE_INFINITY;
  const [, length = "0"] = /content-length: (\d+)/i.exec(buffer.latin1Slice(0, headBytes)) ?? [];
  return headBytes + Number(length);
}

async function listen() {
  const server = createServer({ noDelay: true }, receive).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server.address().port;
}

const ports = await Promise.all(Array.from({ length: Number(process.argv[2]) }, listen));
process.send({ ports });
// Its parent may be gone when it tells; "disconnect" ends it then.
setInterval(() => process.send({ count }, () => {}), TELL_EVERY_MS);
process.once("disconnect", () => process.exit(0));
