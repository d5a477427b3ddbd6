import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { eventually } from "./eventually.js";
import { reservePort } from "./reserve-port.js";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.js";

const SERVER = "/usr/lib/rabbitmq/bin/rabbitmq-server";
const CONTROL = "/usr/lib/rabbitmq/bin/rabbitmqctl";
/** The configuration for installations, which names three nodes. */
const CONFIG_FILE = fileURLToPath(new URL("../../../infra/rabbitmq/rabbitmq.conf", import.meta.url));
const HOSTS = ["rabbit1", "rabbit2", "rabbit3"];
const READY = { timeoutMs: 240_000 };
/** Limits of a server that shares its machine with others. */
const LIMITS = ["vm_memory_high_watermark.absolute = 2GB", "disk_free_limit.absolute = 50MB"];

/** One node, a process of its own. */
export interface RabbitNode {
  readonly port: number;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
  /** Starts it again with its data. Resolves when it accepts clients. */
  restart(): Promise<void>;
  /** Blocks all traffic with the other nodes, without closing a connection. Clients still reach it. */
  isolate(): void;
  /** Lets the traffic pass again. */
  rejoin(): void;
  /** Whether it accepts clients. A node that has paused itself does not. */
  isServing(): Promise<boolean>;
}

export interface RabbitCluster {
  readonly nodes: readonly RabbitNode[];
  /** The members that are running and no partition, as the node with this index reports. */
  isWhole(index: number): Promise<boolean>;
  /** Stops all nodes and deletes their files. */
  stop(): Promise<void>;
}

/**
 * Starts three nodes of Debian's RabbitMQ on this machine that form one cluster, with infra/rabbitmq/rabbitmq.conf. Only the
 * names of the nodes are replaced: those on one machine must differ.
 */
export async function startRabbitCluster(): Promise<RabbitCluster> {
  if (!existsSync(SERVER)) {
    throw new Error("This test needs a program that is not installed: sudo apt-get install rabbitmq-server");
  }
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
  const links: Link[] = [];
  const stop = async () => {
    for (const node of nodes) await node.kill();
    await end(portMapper);
    await Promise.all(links.map(({ proxy }) => proxy.close()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const ports: number[] = [];
    for (let i = 0; i < HOSTS.length; i += 1) ports.push(await reservePort());
    links.push(...(await openLinks(ports, epmdPort)));
    for (const [index, distributionPort] of ports.entries()) {
      nodes.push(await createNode({ folder, shared, index, distributionPort, epmdPort, links }));
    }
    // The first one creates the cluster, which the others then join.
    for (const node of nodes) await node.restart();
    return { nodes, isWhole: async (index) => nodes[index]?.isWhole() ?? false, stop };
  } catch (error) {
    const log = nodes.map((node) => node.log()).join("\n");
    await stop();
    throw new Error(`RabbitMQ did not start: ${log}`, { cause: error });
  }
}

/** The way from one node to another, for its port mapper or its node. */
interface Link {
  readonly from: number;
  readonly to: number;
  readonly proxy: TcpProxy;
}

/** Under this address a node reaches another one, so that each way can be blocked. */
const addressOf = (from: number, to: number) => (from === to ? "127.0.0.1" : `127.0.${from + 1}.${to + 1}`);

async function openLinks(ports: readonly number[], epmdPort: number): Promise<Link[]> {
  const links: Link[] = [];
  for (const from of HOSTS.keys()) {
    for (const [to, distributionPort] of ports.entries()) {
      if (from === to) continue;
      for (const port of [epmdPort, distributionPort]) {
        const proxy = await startTcpProxy({ host: "127.0.0.1", port }, { host: addressOf(from, to), port });
        links.push({ from, to, proxy });
      }
    }
  }
  return links;
}

interface OwnNode extends RabbitNode {
  isWhole(): Promise<boolean>;
  log(): string;
}

async function createNode(options: {
  folder: string;
  shared: NodeJS.ProcessEnv;
  index: number;
  distributionPort: number;
  epmdPort: number;
  links: readonly Link[];
}): Promise<OwnNode> {
  const { folder, shared, index, distributionPort, epmdPort, links } = options;
  const port = await reservePort();
  const host = HOSTS[index] ?? "";
  const name = `${host}@${host}`;
  const home = join(folder, host);
  mkdirSync(home);
  const config = readFileSync(CONFIG_FILE, "utf8").replace(/rabbit@(\w+)/g, "$1@$1");
  writeFileSync(join(home, "rabbitmq.conf"), `${config}\n${LIMITS.join("\n")}\n`);
  writeFileSync(join(home, "enabled_plugins"), "[].\n");
  writeFileSync(join(home, "hosts"), hostsOf(index));
  const env = {
    ...shared,
    ERL_INETRC: join(home, "hosts"),
    RABBITMQ_NODENAME: name,
    RABBITMQ_NODE_IP_ADDRESS: "127.0.0.1",
    RABBITMQ_NODE_PORT: `${port}`,
    RABBITMQ_DIST_PORT: `${distributionPort}`,
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: "-kernel inet_dist_use_interface {127,0,0,1}",
    RABBITMQ_MNESIA_BASE: join(home, "mnesia"),
    RABBITMQ_LOG_BASE: home,
    RABBITMQ_ENABLED_PLUGINS_FILE: join(home, "enabled_plugins"),
    RABBITMQ_CONFIG_FILE: join(home, "rabbitmq.conf"),
    RABBITMQ_PID_FILE: join(home, "pid"),
  };
  const ownLinks = links.filter(({ from, to }) => from === index || to === index);
  const entrances = links.filter(({ to, proxy }) => to === index && proxy.port === distributionPort);
  let server: ChildProcess | undefined;
  return {
    port,
    kill: async () => {
      if (server) await end(server);
    },
    restart: async () => {
      // It starts only if no address of the machine uses its port.
      await Promise.all(entrances.map(({ proxy }) => proxy.cut()));
      const started = start(home, env, SERVER);
      server = started;
      const until = (isReady: () => Promise<boolean>) =>
        eventually(() => {
          if (started.exitCode !== null) throw new Error(`the node ended with ${started.exitCode}`);
          return isReady();
        }, READY);
      // Erlang disconnects a node that some of the others cannot reach, so the way is open before it joins them.
      await until(() => isRegistered(epmdPort, host));
      await Promise.all(entrances.map(({ proxy }) => proxy.heal()));
      await until(() => answers(port));
    },
    isolate: () => {
      for (const { proxy } of ownLinks) proxy.freeze();
    },
    rejoin: () => {
      for (const { proxy } of ownLinks) proxy.thaw();
    },
    isServing: () => answers(port),
    isWhole: async () => {
      const child = spawn(CONTROL, ["-n", name, "cluster_status", "--formatter", "json"], { env, cwd: home });
      const chunks: Buffer[] = [];
      child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
      await once(child, "close");
      if (child.exitCode !== 0) return false;
      const status = JSON.parse(Buffer.concat(chunks).toString("utf8"));
      return status.running_nodes.length === HOSTS.length && Object.keys(status.partitions).length === 0;
    },
    log: () => {
      const file = join(home, `${name}.log`);
      return existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(-20).join("\n") : "it wrote no log";
    },
  };
}

/** The addresses under which a node finds the others, for Erlang's resolver. */
function hostsOf(from: number): string {
  const lines = HOSTS.map((host, to) => `{host, {${addressOf(from, to).replaceAll(".", ",")}}, ["${host}"]}.`);
  return `${lines.join("\n")}\n{lookup, [file, native]}.\n`;
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

/** Whether Erlang's port mapper knows a node: it then uses its port. */
function isRegistered(epmdPort: number, name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port: epmdPort, timeout: 3_000 });
    const chunks: Buffer[] = [];
    const namesRequest = Buffer.from([0, 1, "n".charCodeAt(0)]);
    socket.once("connect", () => socket.write(namesRequest));
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.once("timeout", () => socket.destroy());
    socket.once("error", () => resolve(false));
    socket.once("close", () => resolve(Buffer.concat(chunks).toString("latin1").includes(`name ${name} at port`)));
  });
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
