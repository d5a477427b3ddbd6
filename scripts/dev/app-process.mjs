import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../find-free-port.mjs";

const PROGRAM = fileURLToPath(new URL("run-apps.mjs", import.meta.url));
const POLL_MS = 25;
const OUTPUT_MAX_CHARS = 20_000;
/** Work in hand may take this long when a new version is waiting. After that it is left to the new version. */
const DRAIN_MS = 1_000;

/**
 * One version of the apps, in a process of its own.
 * @typedef {object} AppProcess
 * @property {number} port where its origin listens
 * @property {Promise<boolean>} loaded whether all of its modules could be loaded
 * @property {() => Promise<boolean>} start starts the apps; resolves with whether they answer
 * @property {() => Promise<void>} stop resolves when the process has ended
 * @property {() => string} output what it has printed
 * @property {Promise<void>} ended resolves when the process has ended
 */

/**
 * Creates the process, which loads the sources at once.
 * @param {{ env: NodeJS.ProcessEnv, onOutput: (text: string) => void }} options
 * @returns {Promise<AppProcess>}
 */
export async function createAppProcess({ env, onOutput }) {
  const port = await findFreePort();
  const child = fork(PROGRAM, [], {
    execArgv: process.execArgv,
    env: { ...env, PORT: `${port}`, HOST: "127.0.0.1" },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
      output = (output + text).slice(-OUTPUT_MAX_CHARS);
      onOutput(text);
    });
  }
  let hasEnded = false;
  const ended = once(child, "close").then(() => {
    hasEnded = true;
  });
  const loaded = Promise.race([once(child, "message").then(() => true), ended.then(() => false)]);

  return {
    port,
    loaded,
    ended,
    output: () => output,
    async start() {
      child.send("start");
      while (!hasEnded) {
        if (await answers(port)) return true;
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
      return false;
    },
    async stop() {
      if (hasEnded) return;
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), DRAIN_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** @param {number} port */
async function answers(port) {
  try {
    const { ok } = await fetch(`http://127.0.0.1:${port}/readyz`);
    return ok;
  } catch {
    return false;
  }
}
