// npm run skucast -- COMMAND: the command line. Builds it first if sources have changed; only the command itself writes
// to standard output.
import "./require-node.mjs";
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { join } from "node:path";
import { build, install, NODE, ROOT } from "./prepare.mjs";

try {
  await install({ out: process.stderr });
  await build({ out: process.stderr });
} catch (error) {
  console.error(`\n${/** @type {Error} */ (error).message}`);
  process.exit(1);
}

const program = join(ROOT, "apps/standalone/dist/cli.js");
const child = spawn(NODE, [program, ...process.argv.slice(2)], { stdio: "inherit" });
process.on("SIGINT", () => {}); // the terminal signals the command too, which ends first
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.once("exit", (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)));
