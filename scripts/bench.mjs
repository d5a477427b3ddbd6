// npm run bench: measures the product next to its limits in one run, and writes docs/reference/benchmarks.md.
import "./require-node.mjs";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { readOptionsOrExit } from "../bench/options.mjs";
import { build, install, NODE, ROOT } from "./prepare.mjs";

readOptionsOrExit();
try {
  await install();
  await build();
} catch (error) {
  console.error(`\n${/** @type {Error} */ (error).message}`);
  process.exit(1);
}
const child = spawn(NODE, [join(ROOT, "bench/run.mjs"), ...process.argv.slice(2)], { cwd: ROOT, stdio: "inherit" });
child.once("exit", (code) => process.exit(code ?? 1));
