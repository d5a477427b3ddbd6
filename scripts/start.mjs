// npm start: installs and builds what is not yet there, then runs all of Skucast, or the apps named, in one process.
import "./require-node.mjs";
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { build, install, NODE, ROOT } from "./prepare.mjs";
import { watchNpm } from "./watch-npm.mjs";

const PROGRAM = join(ROOT, "apps/standalone/dist/main.js");
const REPEAT_MS = 1_000;

const apps = readdirSync(join(ROOT, "apps")).filter(
  (name) => name !== "standalone" && existsSync(join(ROOT, "apps", name, "package.json")),
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
    fail(error.message);
  }
  process.off("SIGINT", leaveAtOnce).off("SIGTERM", leaveAtOnce);
  runProgram();
}

function runProgram() {
  // A session of its own: the terminal's Ctrl-C then reaches only this script, which passes it on exactly once.
  // If this script is killed, the program sees its IPC channel close and shuts itself down.
  const child = spawn(NODE, [PROGRAM, ...args], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    detached: process.platform !== "win32",
  });
  let lastSignalAt = Number.NEGATIVE_INFINITY;
  const passOn = (signal) => {
    // npm repeats the terminal's signal. A later one is a person who insists, and the program decides what that means.
    if (performance.now() - lastSignalAt < REPEAT_MS) return;
    lastSignalAt = performance.now();
    child.kill(signal);
  };
  process.on("SIGINT", () => passOn("SIGINT"));
  process.on("SIGTERM", () => passOn("SIGTERM"));
  process.on("SIGHUP", () => passOn("SIGTERM"));
  watchNpm(() => passOn("SIGTERM"));
  child.once("error", (error) => fail(`${NODE} could not be started: ${error.message}`));
  child.once("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}

function help() {
  return `Usage: npm start                    everything on one address
       npm start -- APP [APP ...]   only some of: ${apps.join(", ")}

Environment:
  PORT              the port to listen on (8080)
  DATABASE_URL      a PostgreSQL of your own instead of the built-in one
  AMQP_URL          a RabbitMQ of your own instead of the built-in bus
  SKUCAST_DATA_DIR  where everything is kept (.skucast)
  SKUCAST_ALLOW_TARGETS  private addresses that webhooks and SFTP may reach (none)
  SKUCAST_ALLOW_CLIENT_TARGETS  private addresses of OAuth clients' documents (none)
  SKUCAST_REQUESTS_PER_MINUTE  requests each workspace may send in a minute (600)

Stop it with Ctrl-C: open requests and deliveries are finished first.`;
}

function fail(message) {
  console.error(`\n${message}`);
  process.exit(1);
}
