import { spawn } from "node:child_process";
import { constants } from "node:os";
import { join } from "node:path";
import { NODE, ROOT } from "./prepare.mjs";
import { watchNpm } from "./watch-npm.mjs";

const REPEAT_MS = 1_000;
/** Node.js keeps compiled modules here, which saves a second of CPU at each later start. */
const COMPILE_CACHE = join(ROOT, "node_modules/.cache/node-compile");

/**
 * Runs a long-lived program with the project's Node.js until it ends, then ends this process with the same exit code.
 * @param {string[]} args what Node.js runs
 */
export function runProgram(args) {
  // A session of its own: the terminal's Ctrl-C then reaches only this script, which passes it on exactly once.
  // If this script is killed, the program sees its IPC channel close and shuts itself down.
  const child = spawn(NODE, args, {
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    detached: process.platform !== "win32",
  });
  let lastSignalAt = Number.NEGATIVE_INFINITY;
  /** @param {NodeJS.Signals} signal */
  const passOn = (signal) => {
    // npm repeats the terminal's signal. A later signal comes from a person, and the program decides what it means.
    if (performance.now() - lastSignalAt < REPEAT_MS) return;
    lastSignalAt = performance.now();
    child.kill(signal);
  };
  process.on("SIGINT", () => passOn("SIGINT"));
  process.on("SIGTERM", () => passOn("SIGTERM"));
  process.on("SIGHUP", () => passOn("SIGTERM"));
  watchNpm(() => passOn("SIGTERM"));
  child.once("error", (error) => {
    console.error(`\n${NODE} could not be started: ${error.message}`);
    process.exit(1);
  });
  child.once("exit", (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)));
}
