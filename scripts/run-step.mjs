import { spawn } from "node:child_process";

const OUTPUT_MAX_CHARS = 200_000;
const SHOWN_LINES = 60;
const TICK_MS = 1_000;

/** @typedef {{ write(text: string): unknown, readonly isTTY?: boolean }} Output Where progress is written. */

/**
 * Runs one named step. Prints a line when it starts and one with the duration when it ends; on a terminal, one line that
 * counts the seconds. The output of the command is shown only if it fails, followed by `hint`.
 * @param {{ name: string, command: string, args: string[], hint: string, cwd: string, env?: NodeJS.ProcessEnv,
 *   timeoutMs: number, out?: Output | undefined }} step
 * @returns {Promise<void>} rejects with an error whose message is meant for the user
 */
export async function runStep({ name, command, args, hint, cwd, env = process.env, timeoutMs, out = process.stdout }) {
  const progress = showProgress(name, out);
  const result = await run({ command, args, cwd, env, timeoutMs });
  progress.end(result.reason === undefined);
  if (result.reason === undefined) return;
  const shown = result.output.trimEnd().split("\n").slice(-SHOWN_LINES).join("\n");
  throw new Error(`${shown}\n\n${name}: \`${[command, ...args].join(" ")}\` ${result.reason}.\n${hint}`);
}

/**
 * Runs a command to its end; `reason` says what went wrong, if anything.
 * @param {{ command: string, args: string[], cwd: string, env?: NodeJS.ProcessEnv, timeoutMs: number }} options
 * @returns {Promise<{ output: string, reason: string | undefined }>}
 */
export function run({ command, args, cwd, env = process.env, timeoutMs }) {
  return new Promise((resolve) => {
    // On Windows npx and pnpm are command files, which only a shell can start.
    const shell = process.platform === "win32";
    const child = spawn(command, args, { cwd, env, shell, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const keep = (/** @type {string} */ chunk) => {
      output = (output + chunk).slice(-OUTPUT_MAX_CHARS);
    };
    child.stdout.setEncoding("utf8").on("data", keep);
    child.stderr.setEncoding("utf8").on("data", keep);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill("SIGKILL");
    }, timeoutMs);
    const endWithUs = () => child.kill();
    process.once("exit", endWithUs);
    const settle = (/** @type {string | undefined} */ reason) => {
      clearTimeout(timer);
      process.off("exit", endWithUs);
      resolve({ output, reason: isLate ? `took longer than ${timeoutMs / 1000} s` : reason });
    };
    child.once("error", (error) => settle(`could not be started (${error.message})`));
    child.once("close", (code, signal) => {
      if (code === 0) settle(undefined);
      else settle(code === null ? `was ended by ${signal}` : `failed with exit code ${code}`);
    });
  });
}

/**
 * Writes that `name` has started; `end` writes whether it succeeded and how long it took.
 * @param {string} name
 * @param {Output | undefined} [out]
 */
export function showProgress(name, out = process.stdout) {
  const startedAt = performance.now();
  const seconds = (/** @type {number} */ digits) => `${((performance.now() - startedAt) / 1000).toFixed(digits)} s`;
  const rewrite = (/** @type {string} */ text) => out.write(`\r\x1b[2K${text}`);
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  if (out.isTTY) {
    rewrite(`… ${name}`);
    timer = setInterval(() => rewrite(`… ${name} ${seconds(0)}`), TICK_MS);
  } else {
    out.write(`… ${name}\n`);
  }
  return {
    /**
     * @param {boolean} isGood
     * @param {string} [note]
     */
    end(isGood, note = "") {
      clearInterval(timer);
      const line = `${isGood ? "✓" : "✗"} ${name} ${seconds(1)}${note && ` ${note}`}\n`;
      if (out.isTTY) rewrite(line);
      else out.write(line);
    },
  };
}
