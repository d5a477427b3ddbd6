// The receiver of webhooks that deliveries are counted at.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export async function startReceiver() {
  const child = fork(fileURLToPath(new URL("delivery-receiver.mjs", import.meta.url)));
  const [{ port }] = await once(child, "message");
  let count = 0;
  child.on("message", (message) => {
    count = message.count;
  });
  return { port, count: () => count, stop: () => child.disconnect() };
}
