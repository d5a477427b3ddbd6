// npm run release:check: the gate of a release (see faults/release/run.mjs). It needs root on Debian. --from VERSION names
// the version to upgrade from, --to VERSION that to check (HEAD), --store FOLDER keeps the images for the next run, and
// --minutes LIMIT ends it (80).
import "./require-node.mjs";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { build, install, NODE, ROOT } from "./prepare.mjs";
import { provideImageTools } from "./test/image-tools.mjs";
import { providePartnerServers } from "./test/partner-servers.mjs";
import { installRabbitmq } from "./test/rabbitmq.mjs";

try {
  await install();
  await build();
  await provideImageTools();
  await providePartnerServers();
  await installRabbitmq();
} catch (error) {
  console.error(`\n${/** @type {Error} */ (error).message}`);
  process.exit(1);
}
// The harness imports sources, for the ledgers of the tests; the apps that it starts are those of the images.
const options = ["--conditions=skucast-source", "--import", "tsx", join(ROOT, "faults/release/run.mjs")];
const child = spawn(NODE, [...options, ...process.argv.slice(2)], { cwd: ROOT, stdio: "inherit" });
process.on("SIGINT", () => {}); // the terminal signals the check too, which cleans up and ends first
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.once("exit", (code) => process.exit(code ?? 1));
