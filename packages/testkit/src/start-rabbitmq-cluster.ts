import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "./eventually.js";
import { reservePort } from "./reserve-port.js";

const SERVER = "/usr/lib/rabbitmq/bin/rabbitmq-server";
const READY = { timeoutMs: 240_000 };
const SETTINGS = [
  "vm_memory_high_watermark.absolute = 2GB",
  "disk_free_limit.absolute = 50MB",
  "cluster_partition_handling = pause_minority",
  "cluster_formation.peer_discovery_backend = classic_config",
];

/** One node, a process of its own. */
export interface RabbitNode {
  readonly port: number;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
  /** Starts it again with its data. Resolves when it accepts clients. */
  restart(): Promise<void>;
}

export interface RabbitCluster {
  readonly nodes: readonly RabbitNode[];
  /** Stops all nodes and deletes their files. */
  stop(): Promise<void>;
}

/** Starts nodes of Debian's RabbitMQ on this machine that form one cluster. */
export async function startRabbitCluster(nodeCount: number): Promise<RabbitCluster> {
  if (!existsSync(SERVER)) throw new Error("This test needs Debian's package rabbitmq-server.");
  const folder = mkdtempSync(join(tmpdir(), "skucast-rabbitmq-cluster-"));
  const epmdPort = await reservePort();
  // The cookie lets the nodes trust each other.
  writeFileSync(join(folder, ".erlang.cookie"), "skucast", { mode: 0o400 });
  const shared = {
    PATH: process.env.PATH,
    LANG: "C.UTF-8",
    HOME: folder,
    ERL_EPMD_PORT: `${epmdPort}`,
    ERL_EPMD_ADDRESS: "127.0.0.1",
    RABBITMQ_CONF_ENV_FILE: "/dev/null",
  };
  const portMapper = start(folder, shared, "epmd", "-port", `${epmdPort}`, "-address", "127.0.0.1");
  const nodes: OwnNode[] = [];
  const stop = async () => {
    for (const node of nodes) await node.kill();
    await end(portMapper);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (let i = 0; i < nodeCount; i += 1) {
      const node = await createNode(folder, shared, nodes[0]?.name);
      nodes.push(node);
      await node.restart();
    }
    return { nodes, stop };
  } catch (error) {
    const log = nodes.at(-1)?.log() ?? "";
    await stop();
    throw new Error(`RabbitMQ did not start: ${log}`, { cause: error });
  }
}

interface OwnNode extends RabbitNode {
  readonly name: string;
  log(): string;
}

/** The first node is named in the settings of the others, which join it. */
async function createNode(folder: string, shared: NodeJS.ProcessEnv, first: string | undefined): Promise<OwnNode> {
  const port = await reservePort();
  const distributionPort = await reservePort();
  const name = `skucast${port}@localhost`;
  const home = join(folder, `${port}`);
  mkdirSync(home);
  const settings = [...SETTINGS, `cluster_formation.classic_config.nodes.1 = ${first ?? name}`];
  writeFileSync(join(home, "rabbitmq.conf"), `${settings.join("\n")}\n`);
  writeFileSync(join(home, "enabled_plugins"), "[].\n");
  const env = {
    ...shared,
    RABBITMQ_NODENAME: name,
    RABBITMQ_NODE_IP_ADDRESS: "127.0.0.1",
    RABBITMQ_NODE_PORT: `${port}`,
    RABBITMQ_DIST_PORT: `${distributionPort}`,
    RABBITMQ_MNESIA_BASE: join(home, "mnesia"),
    RABBITMQ_LOG_BASE: home,
    RABBITMQ_ENABLED_PLUGINS_FILE: join(home, "enabled_plugins"),
    RABBITMQ_CONFIG_FILE: join(home, "rabbitmq.conf"),
    RABBITMQ_PID_FILE: join(home, "pid"),
  };
  let server: ChildProcess | undefined;
  return {
    name,
    port,
    kill: async () => {
      if (server) await end(server);
    },
    restart: async () => {
      const started = start(home, env, SERVER);
      server = started;
      await eventually(() => {
        if (started.exitCode !== null) throw new Error(`the node ended with ${started.exitCode}`);
        return answers(port);
      }, READY);
    },
    log: () => {
      const file = join(home, `${name}.log`);
      return existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(-20).join("\n") : "it wrote no log";
    },
  };
}

/** A process with its children in a group of its own, which ends with this process. */
function start(cwd: string, env: NodeJS.ProcessEnv, program: string, ...args: string[]): ChildProcess {
  return spawn("setpriv", ["--pdeathsig", "TERM", program, ...args], { env, cwd, stdio: "ignore", detached: true });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exited = once(child, "exit");
  process.kill(-child.pid, "SIGKILL");
  await exited;
}

/** Whether a server responds to the protocol header of AMQP 0-9-1. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port, timeout: 3_000 });
    const settle = (isReady: boolean) => {
      socket.destroy();
      resolve(isReady);
    };
    socket.once("connect", () => socket.write("AMQP\u0000\u0000\u0009\u0001"));
    socket.once("data", (data) => settle(data[0] === 1));
    for (const event of ["error", "timeout", "close"]) socket.once(event, () => settle(false));
  });
}
