// The receivers of webhooks that deliveries are counted at.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Each of the endpoints is an origin of its own, as a merchant's partners are; `count` answers what came to all of them. */
export async function startReceiver(endpoints) {
  const child = fork(fileURLToPath(new URL("delivery-receiver.mjs", import.meta.url)), [String(endpoints)]);
  const [{ ports }] = await once(child, "message");
  let count = 0;
  child.on("message", (message) => {
    count = message.count;
  });
  const origins = ports.map((port) => `http://127.0.0.1:${port}`);
  return { origins, count: () => count, stop: () => child.disconnect() };
}
