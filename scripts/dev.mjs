// npm run dev: runs all of Skucast from the sources and restarts it when a source file changes.
import "./require-node.mjs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { generate, install, ROOT } from "./prepare.mjs";
import { runProgram } from "./run-program.mjs";

const USAGE = `Usage: npm run dev [-- OPTIONS]

Options:
  --seed N        put the first N sample products (at most 480) into the demo workspace
  --inspect PORT  let a debugger attach to the apps on this port

Environment: the same as for npm start (npm start -- --help).
Stop it with Ctrl-C.`;

const options = readOptions();
const leaveAtOnce = () => process.exit(130);
process.once("SIGINT", leaveAtOnce).once("SIGTERM", leaveAtOnce);
try {
  await install();
  await generate();
} catch (error) {
  fail(/** @type {Error} */ (error).message);
}
process.off("SIGINT", leaveAtOnce).off("SIGTERM", leaveAtOnce);

runProgram([
  "--disable-warning=ExperimentalWarning",
  "--import",
  new URL("dev/load-sources.mjs", import.meta.url).href,
  join(ROOT, "scripts/dev/main.mjs"),
  JSON.stringify(options),
]);

/** @returns {{ seed?: number, inspect?: number }} */
function readOptions() {
  try {
    const { values } = parseArgs({
      options: { seed: { type: "string" }, inspect: { type: "string" }, help: { type: "boolean", short: "h" } },
    });
    if (values.help) {
      console.log(USAGE);
      process.exit();
    }
    return {
      ...(values.seed !== undefined && { seed: readNumber("--seed", values.seed, 480) }),
      ...(values.inspect !== undefined && { inspect: readNumber("--inspect", values.inspect, 65_535) }),
    };
  } catch (error) {
    return fail(`${/** @type {Error} */ (error).message}\n\n${USAGE}`);
  }
}

/**
 * @param {string} option
 * @param {string} text
 * @param {number} max
 */
function readNumber(option, text, max) {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > max) {
    throw new Error(`${option} takes a number from 1 to ${max}.`);
  }
  return number;
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(`\n${message}`);
  process.exit(1);
}
