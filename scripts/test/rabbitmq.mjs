import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findFreePort } from "../find-free-port.mjs";
import { run } from "../run-step.mjs";
import { installDebianPackages } from "./debian.mjs";

const DEBIAN_SERVER = "/usr/lib/rabbitmq/bin/rabbitmq-server";
const LOCAL_URL = "amqp://guest:guest@127.0.0.1:5672";
const READY_TIMEOUT_MS = 300_000; // for a machine under heavy load
const INSTRUCTIONS = `The tests need a real RabbitMQ (3.10 or newer) and found none. Do one of these:
  - start one:    docker run -d --rm -p 127.0.0.1:5672:5672 rabbitmq:4
  - or install:   sudo apt-get install rabbitmq-server   (it then listens on localhost:5672)
  - or point AMQP_URL at one: AMQP_URL=amqp://user:password@host:5672 npm test`;

/**
 * Provides a real RabbitMQ for one run: the one at AMQP_URL, one on localhost, Debian's package (as root; with ports and
 * folders of its own), or a container, in this order. `note` says which. Throws instructions if there is none.
 */
export async function provideRabbitmq() {
  const given = process.env.AMQP_URL;
  if (given) {
    const { hostname, port } = new URL(given);
    if (!(await answers(hostname, Number(port || 5672))))
      throw new Error(`No RabbitMQ answers at AMQP_URL (${hostname}).`);
    return { amqpUrl: given, note: "at AMQP_URL", stop: async () => {} };
  }
  if (await answers("127.0.0.1", 5672)) return { amqpUrl: LOCAL_URL, note: "on localhost:5672", stop: async () => {} };
  if (await installRabbitmq()) {
    // A package installed under systemd starts by itself.
    if (await answers("127.0.0.1", 5672))
      return { amqpUrl: LOCAL_URL, note: "on localhost:5672", stop: async () => {} };
    if (process.getuid?.() === 0) return startDebianServer();
  }
  if ((await run({ command: "docker", args: ["info"], cwd: "/", timeoutMs: 15_000 })).reason === undefined) {
    return startContainer();
  }
  throw new Error(INSTRUCTIONS);
}

/** Installs Debian's server if it is missing. Returns whether it is there. */
export async function installRabbitmq() {
  return existsSync(DEBIAN_SERVER) || installDebianPackages("rabbitmq-server");
}

/**
 * Runs Debian's server next to any server that already runs; it writes only into one temporary folder. `kill` ends it as
 * a crash does, `halt` as an operator does, and `start` starts it again with its data.
 */
export async function startDebianServer() {
  const folder = mkdtempSync(join(tmpdir(), "skucast-rabbitmq-"));
  for (const name of ["home", "mnesia", "log"]) mkdirSync(join(folder, name));
  writeFileSync(
    join(folder, "rabbitmq.conf"),
    "vm_memory_high_watermark.absolute = 2GB\ndisk_free_limit.absolute = 50MB\n",
  );
  writeFileSync(join(folder, "enabled_plugins"), "[].\n");
  const epmdPort = await findFreePort();
  const port = await findFreePort();
  const distributionPort = await findFreePort();
  const env = {
    PATH: process.env.PATH,
    LANG: "C.UTF-8",
    HOME: join(folder, "home"),
    ERL_EPMD_PORT: `${epmdPort}`,
    ERL_EPMD_ADDRESS: "127.0.0.1",
    RABBITMQ_NODENAME: `skucast${port}@localhost`,
    RABBITMQ_NODE_IP_ADDRESS: "127.0.0.1",
    RABBITMQ_NODE_PORT: `${port}`,
    RABBITMQ_DIST_PORT: `${distributionPort}`,
    RABBITMQ_MNESIA_BASE: join(folder, "mnesia"),
    RABBITMQ_LOG_BASE: join(folder, "log"),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, "enabled_plugins"),
    RABBITMQ_CONFIG_FILE: join(folder, "rabbitmq.conf"),
    RABBITMQ_CONF_ENV_FILE: "/dev/null",
    RABBITMQ_PID_FILE: join(folder, "pid"),
  };
  // Erlang's port mapper would outlive the run. Started here, it ends with the run, like the server, even if the run is killed.
  const start = (/** @type {string} */ program, /** @type {string[]} */ ...args) =>
    spawn("setpriv", ["--pdeathsig", "TERM", program, ...args], { env, cwd: folder, stdio: "ignore", detached: true });
  const portMapper = start("epmd", "-port", `${epmdPort}`, "-address", "127.0.0.1");
  let server = start(DEBIAN_SERVER);
  const halt = () => end(server);
  const stop = async () => {
    await halt();
    await end(portMapper);
    rmSync(folder, { recursive: true, force: true });
  };
  const kill = async () => {
    const exited = once(server, "exit");
    if (server.pid !== undefined) process.kill(-server.pid, "SIGKILL");
    await exited;
  };
  const restart = async () => {
    server = start(DEBIAN_SERVER);
    if (!(await becomesReady(port, () => server.exitCode !== null))) throw new Error("RabbitMQ did not start again.");
  };
  if (await becomesReady(port, () => server.exitCode !== null)) {
    const amqpUrl = `amqp://guest:guest@127.0.0.1:${port}`;
    return { amqpUrl, note: `Debian's, on port ${port}`, stop, kill, halt, start: restart, pid: () => server.pid };
  }
  const log = join(folder, "log", `skucast${port}@localhost.log`);
  const reason = existsSync(log) ? readFileSync(log, "utf8").split("\n").slice(-20).join("\n") : "it wrote no log";
  await stop();
  throw new Error(`RabbitMQ (${DEBIAN_SERVER}) did not start:\n${reason}\n\n${INSTRUCTIONS}`);
}

async function startContainer() {
  const docker = (/** @type {string[]} */ ...args) => run({ command: "docker", args, cwd: "/", timeoutMs: 300_000 });
  const name = `skucast-test-rabbitmq-${process.pid}`;
  const started = await docker("run", "-d", "--rm", "--name", name, "-p", "127.0.0.1::5672", "rabbitmq:4");
  if (started.reason) throw new Error(`docker run rabbitmq:4 ${started.reason}:\n${started.output}\n\n${INSTRUCTIONS}`);
  const stop = () => docker("rm", "-f", name);
  const port = Number((await docker("port", name, "5672/tcp")).output.trim().split(":").at(-1));
  if (await becomesReady(port, () => false)) {
    return { amqpUrl: `amqp://guest:guest@127.0.0.1:${port}`, note: "in a container", stop };
  }
  await stop();
  throw new Error(`RabbitMQ in the container did not become ready.\n\n${INSTRUCTIONS}`);
}

async function becomesReady(/** @type {number} */ port, /** @type {() => boolean} */ hasEnded) {
  for (const deadline = Date.now() + READY_TIMEOUT_MS; Date.now() < deadline && !hasEnded(); await delay(100)) {
    if (await answers("127.0.0.1", port)) return true;
  }
  return false;
}

/** Whether a server speaks AMQP 0-9-1: it answers the protocol header with a method frame. */
function answers(/** @type {string} */ host, /** @type {number} */ port) {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 3_000 });
    const settle = (/** @type {boolean} */ answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => socket.write("AMQP\u0000\u0000\u0009\u0001"));
    socket.once("data", (data) => settle(data[0] === 1));
    for (const event of ["error", "timeout", "close"]) socket.once(event, () => settle(false));
  });
}

/** @param {import("node:child_process").ChildProcess} child */
async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  const group = -Number(child.pid);
  process.kill(group, "SIGTERM");
  const timer = setTimeout(() => process.kill(group, "SIGKILL"), 20_000);
  await exited;
  clearTimeout(timer);
}
