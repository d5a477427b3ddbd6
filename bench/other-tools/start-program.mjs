// A program of ours that works with packages of others, and does one request after the other.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/**
 * Starts a program of the folder `programs`.
 * @param {string} file
 * @param {Record<string, string>} env
 */
export async function startProgram(file, env) {
  const child = fork(fileURLToPath(new URL(`programs/${file}`, import.meta.url)), {
    env: { ...process.env, NODE_ENV: "production", ...env },
  });
  const ended = once(child, "exit");
  /** @returns {Promise<never>} */
  const failed = async () => {
    const [code] = await ended;
    throw new Error(`${file} ended with code ${code}`);
  };
  const nextMessage = () => Promise.race([once(child, "message"), failed()]);
  await nextMessage();
  return {
    pid: /** @type {number} */ (child.pid),
    /** Resolves when the request is done. */
    async ask(/** @type {import("node:child_process").Serializable} */ request) {
      child.send(request);
      await nextMessage();
    },
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
