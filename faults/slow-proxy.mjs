// A proxy in front of a server, which limits the bytes per second to the server.
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { Transform } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { portOf } from "../scripts/port-of.mjs";

export async function startSlowProxy(target, bytesPerSecond) {
  const server = createServer((near) => {
    const far = connect(target.port, target.host);
    for (const socket of [near, far]) socket.on("error", () => {});
    near.pipe(slowed(bytesPerSecond)).pipe(far);
    far.pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
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

const slowed = (bytesPerSecond) =>
  new Transform({
    highWaterMark: bytesPerSecond,
    transform(bytes, _encoding, done) {
      pause((bytes.length / bytesPerSecond) * 1_000).then(() => done(null, bytes));
    },
  });
