// npm start: installs and builds what has changed, then runs all apps, or the named ones, in one process.
import "./require-node.mjs";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { build, install, ROOT } from "./prepare.mjs";
import { runProgram } from "./run-program.mjs";

const PROGRAM = join(ROOT, "apps/standalone/dist/main.js");

const apps = readdirSync(join(ROOT, "apps")).filter(
  (name) => name !== "standalone" && existsSync(join(ROOT, "apps", name, "src/main.ts")),
);
const args = process.argv.slice(2);

if (args.includes("--help") || args.includes("-h")) {
  console.log(help());
} else {
  await start();
}

async function start() {
  const unknown = args.filter((arg) => !apps.includes(arg));
  if (unknown.length > 0) fail(`There is no app named ${unknown.join(", ")}.\n\n${help()}`);
  const leaveAtOnce = () => process.exit(130);
  process.once("SIGINT", leaveAtOnce).once("SIGTERM", leaveAtOnce);
  try {
    await install();
    await build();
  } catch (error) {
    fail(/** @type {Error} */ (error).message);
  }
  process.off("SIGINT", leaveAtOnce).off("SIGTERM", leaveAtOnce);
  runProgram([PROGRAM, ...args]);
}

function help() {
  return `Usage: npm start                    all apps on one URL
       npm start -- APP [APP ...]   some of: ${apps.join(", ")}

Environment:
  PORT              the port to listen on (8080)
  DATABASE_URL      a PostgreSQL of your own instead of the built-in one
  AMQP_URL          a RabbitMQ of your own instead of the built-in bus
  SKUCAST_DATA_DIR  the folder of all data (.skucast)
  SKUCAST_ALLOW_TARGETS  private addresses that webhooks and SFTP may connect to (none)
  SKUCAST_ALLOW_CLIENT_TARGETS  private addresses that OAuth client documents may be fetched from (none)
  SKUCAST_REQUESTS_PER_MINUTE  requests per minute and workspace (600)

Stop it with Ctrl-C. Open requests and deliveries are finished first.`;
}

/** @param {string} message */
function fail(message) {
  console.error(`\n${message}`);
  process.exit(1);
}
