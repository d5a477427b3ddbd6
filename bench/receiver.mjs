// Webhook receivers, which count deliveries.
import { fork } from "node:child_process";
import { hash } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/**
 * Starts receivers. Each endpoint has its own origin, like the partners of a merchant; `count` returns the requests at all of
 * them. `compare` throws unless the requests since the last comparison are these messages (`id`, `body`), byte for byte, each
 * at `copies` of the endpoints (default: all). With `isIdsOnly`, the requests are not kept, and `count` returns how many
 * different messages have arrived.
 * @param {number} endpoints
 * @param {{ isIdsOnly?: boolean }} [options]
 */
export async function startReceiver(endpoints, { isIdsOnly = false } = {}) {
  const args = [String(endpoints), ...(isIdsOnly ? ["ids"] : [])];
  const child = fork(fileURLToPath(new URL("delivery-receiver.mjs", import.meta.url)), args);
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
    if (fault !== null) throw new Error(`the receivers did not get what was sent: ${fault}`);
  }
  return { origins, count: () => count, compare, stop: () => child.disconnect() };
}
