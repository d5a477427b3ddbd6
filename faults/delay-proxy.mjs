// A proxy in front of a server, which delays every byte by half a round trip and does not limit the throughput.
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { portOf } from "../scripts/port-of.mjs";

export async function startDelayProxy(target, roundTripMs) {
  const server = createServer((near) => {
    const far = connect(target.port, target.host);
    carry(near, far, roundTripMs / 2);
    carry(far, near, roundTripMs / 2);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: portOf(server),
    async close() {
      server.close();
      await once(server, "close");
    },
  };
}

function carry(from, to, delayMs) {
  from.setNoDelay(true);
  from.on("error", () => {});
  from.on("data", (bytes) => setTimeout(() => to.destroyed || to.write(bytes), delayMs));
  from.on("close", () => setTimeout(() => to.destroy(), delayMs));
}
