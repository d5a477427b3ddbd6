// npm run faults -- NAME: runs fault tests and writes the results to docs/reference/faults.md.
import "./require-node.mjs";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { build, install, NODE, ROOT } from "./prepare.mjs";

try {
  await install();
  await build();
} catch (error) {
  console.error(`\n${/** @type {Error} */ (error).message}`);
  process.exit(1);
}
// The harness imports sources, for the ledgers of the tests; the apps that it starts are the built ones.
const options = ["--conditions=skucast-source", "--import", "tsx", join(ROOT, "faults/run.mjs")];
const child = spawn(NODE, [...options, ...process.argv.slice(2)], { cwd: ROOT, stdio: "inherit" });
child.once("exit", (code) => process.exit(code ?? 1));
