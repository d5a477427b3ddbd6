// The receivers of webhooks that deliveries are counted at.
import { fork } from "node:child_process";
import { hash } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/**
 * Each of the endpoints is an origin of its own, as a merchant's partners are; `count` answers what came to all of them.
 * `compare` throws unless that which came since the last time is these messages (`id`, `body`), to the byte, each at so many
 * of the endpoints, at all unless told.
 */
export async function startReceiver(endpoints) {
  const child = fork(fileURLToPath(new URL("delivery-receiver.mjs", import.meta.url)), [String(endpoints)]);
  const [{ ports }] = await once(child, "message");
  let count = 0;
  /** @type {(fault: string | null) => void} */
  let settle = () => {};
  child.on("message", (/** @type {any} */ message) => {
    if ("fault" in message) settle(message.fault);
    else count = message.count;
  });
  const origins = ports.map((port) => `http://127.0.0.1:${port}`);
  async function compare(messages, copies = endpoints) {
    /** @type {PromiseWithResolvers<string | null>} */
    const { promise, resolve } = Promise.withResolvers();
    settle = resolve;
    child.send({ copies, bodies: messages.map(({ id, body }) => [id, hash("sha256", body)]) });
    const fault = await promise;
    if (fault !== null) throw new Error(`what the receivers have is not what was sent: ${fault}`);
  }
  return { origins, count: () => count, compare, stop: () => child.disconnect() };
}
