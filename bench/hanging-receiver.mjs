// Webhook receivers in a separate process: every address of 127.0.0.0/8 is a host of its own, on one port. Requests are
// answered 204. Once the parent has sent "hang", those to 127.2.0.0/16 get no response.
import { once } from "node:events";
import { createServer } from "node:http";
import { portOf } from "../scripts/port-of.mjs";

let isHanging = false;
const server = createServer((request, response) => {
  request.resume();
  if (isHanging && request.socket.localAddress?.startsWith("127.2.")) return;
  request.once("end", () => response.writeHead(204).end());
});
server.keepAliveTimeout = 60_000;
server.listen(0, "0.0.0.0");
await once(server, "listening");
process.on("message", () => {
  isHanging = true;
});
process.send?.({ port: portOf(server) });
process.once("disconnect", () => process.exit(0));
