import { createAppProcess } from "./app-process.mjs";

/** @typedef {import("./app-process.mjs").AppProcess} AppProcess */

/** A file is often written in several steps, and one save may write several files. */
const SETTLE_MS = 40;

/**
 * Runs the newest version of the apps that loads. Each change creates a new process; the one before serves until all
 * modules of the new one are loaded. A version that does not load is reported, and the one before stays.
 * @param {{ env: NodeJS.ProcessEnv, say: (text: string) => void }} options
 */
export function createAppVersions({ env, say }) {
  /** @type {AppProcess | undefined} */
  let current;
  /** @type {AppProcess | undefined} */
  let candidate;
  /** Why no version runs; empty while one runs or starts. */
  let failure = "";
  let newest = 0;
  let hasAnswered = false;
  let isStopped = false;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @type {Set<string>} */
  const changed = new Set();
  /** @type {Set<() => void>} */
  const waiting = new Set();
  /** @type {Promise<void>} */
  let replacing = Promise.resolve();

  const settle = () => {
    for (const resolve of waiting) resolve();
    waiting.clear();
  };

  /**
   * @param {AppProcess} version
   * @param {string} what
   */
  const report = (version, what) => {
    if (!current) failure = version.output().trim();
    say(`✗ ${what}\n\n${version.output().trim()}\n\n`);
    say(`${current ? "The version before keeps running. " : ""}The next change starts the apps again.\n`);
    settle();
  };

  /** @param {number} number */
  const replace = async (number) => {
    const isSuperseded = () => isStopped || number !== newest;
    if (isSuperseded()) return;
    const startedAt = performance.now();
    const next = await createAppProcess({ env, onOutput: hasAnswered ? () => {} : say });
    candidate = next;
    const isLoaded = await next.loaded;
    if (isSuperseded()) return next.stop();
    if (!isLoaded) return report(next, "The sources do not load.");
    const former = current;
    current = undefined;
    await former?.stop();
    const isReady = await next.start();
    if (isSuperseded()) return next.stop();
    if (!isReady) return report(next, "The apps do not start.");
    current = next;
    if (hasAnswered) say(`✓ Restarted in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
    hasAnswered = true;
    settle();
    void next.ended.then(() => {
      if (current !== next || isStopped) return;
      current = undefined;
      report(next, "The apps have ended.");
    });
  };

  const begin = () => {
    if (changed.size > 0) say(`↻ ${[...changed].join(", ")} changed\n`);
    changed.clear();
    failure = "";
    newest += 1;
    const number = newest;
    if (candidate !== current) void candidate?.stop();
    replacing = replacing.then(() => replace(number));
  };

  return {
    /** Starts the first version; resolves when it answers or has failed. */
    async start() {
      begin();
      await replacing;
    },
    /** @param {string} path a file that has changed */
    change(path) {
      changed.add(path);
      clearTimeout(timer);
      timer = setTimeout(begin, SETTLE_MS);
    },
    /**
     * Waits for a version that answers.
     * @returns {Promise<{ port: number } | { failure: string }>}
     */
    async running() {
      while (!current && failure === "") {
        await new Promise((/** @type {(value?: undefined) => void} */ resolve) => waiting.add(resolve));
      }
      return current ? { port: current.port } : { failure };
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await Promise.all([current?.stop(), candidate?.stop()]);
      await replacing;
    },
  };
}
