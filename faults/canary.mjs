// A listener on loopback addresses, to which no connection may arrive.
import { once } from "node:events";
import { createServer } from "node:net";
import { portOf } from "../scripts/port-of.mjs";

/** Listens on all loopback addresses, IPv4 and IPv6. */
export async function startCanary() {
  let hitCount = 0;
  const server = createServer((socket) => {
    hitCount += 1;
    socket.destroy();
  }).listen(0, "::");
  await once(server, "listening");
  return {
    port: portOf(server),
    hitCount: () => hitCount,
    close: async () => {
      server.close();
      await once(server, "close");
    },
  };
}
