// A proxy in front of a server, which breaks the connection once, at a chosen byte.
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { portOf } from "../scripts/port-of.mjs";

export async function startCuttingProxy(target) {
  let cut = {};
  const counted = { sent: 0, received: 0 };
  const server = createServer((near) => {
    const far = connect(target.port, target.host);
    let sent = 0;
    let received = 0;
    let isCut = false;
    const own = cut;
    cut = {}; // only this connection: the next attempt succeeds
    const end = () => {
      near.resetAndDestroy();
      far.resetAndDestroy();
    };
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      socket.on("error", () => {});
    }
    near.on("data", (bytes) => {
      if (isCut) return;
      const left = (own.sent ?? Number.POSITIVE_INFINITY) - sent;
      sent += bytes.length;
      counted.sent = sent;
      if (bytes.length < left) {
        far.write(bytes);
        return;
      }
      isCut = true;
      far.write(bytes.subarray(0, Math.max(0, left)), end);
    });
    far.on("data", (bytes) => {
      if (isCut) return;
      const left = (own.received ?? Number.POSITIVE_INFINITY) - received;
      received += bytes.length;
      counted.received = received;
      if (bytes.length < left) {
        near.write(bytes);
        return;
      }
      isCut = true;
      end();
    });
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: portOf(server),
    cutAt(place) {
      cut = place;
    },
    /** The number of bytes in each direction without a break. */
    async measure(work) {
      await work();
      return { ...counted };
    },
    async close() {
      server.close();
      await once(server, "close");
    },
  };
}
