import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "./eventually.js";
import { reservePort } from "./reserve-port.js";

/** Debian's PgBouncer on a free loopback port, in front of one database. */
export interface PgBouncer {
  readonly port: number;
  stop(): Promise<void>;
}

const PROGRAM = "/usr/sbin/pgbouncer";
const SERVER = "host=postgres port=5432 dbname=skucast";
/** The system user that runs PgBouncer, which refuses to run as root. */
const SYSTEM_USER_ID = 65_534;

/**
 * Starts PgBouncer with a configuration for installations, in which only the server, the port and the path of the passwords
 * are replaced. `poolSize` limits the PostgreSQL connections of each entry.
 */
export async function startPgBouncer(options: {
  configFile: string;
  databaseUrl: string;
  poolSize?: number;
}): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), "skucast-pgbouncer-"));
  chmodSync(folder, 0o755);
  const { hostname, port: serverPort, pathname, username, password } = new URL(options.databaseUrl);
  const port = await reservePort();
  const logins = join(folder, "userlist.txt");
  writeFileSync(logins, `"${username}" "${decodeURIComponent(password)}"\n`);
  const server = `host=${hostname} port=${serverPort} dbname=${pathname.slice(1)}`;
  const config = readFileSync(options.configFile, "utf8")
    .replaceAll(SERVER, server)
    .replace("listen_addr = 0.0.0.0", "listen_addr = 127.0.0.1\nunix_socket_dir =")
    .replace("listen_port = 6432", `listen_port = ${port}`)
    .replace("/etc/pgbouncer/userlist.txt", logins);
  const sized =
    options.poolSize === undefined ? config : config.replace(/pool_size ?= ?\d+/g, `pool_size=${options.poolSize}`);
  writeFileSync(join(folder, "pgbouncer.ini"), sized);
  const child = start(join(folder, "pgbouncer.ini"));
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  await eventually(() => acceptsConnections(port, child)).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { port, stop };
}

function start(configFile: string): ChildProcess {
  const user = process.getuid?.() === 0 ? { uid: SYSTEM_USER_ID, gid: SYSTEM_USER_ID } : {};
  const child = spawn(PROGRAM, ["--quiet", configFile], { ...user, stdio: ["ignore", "ignore", "inherit"] });
  child.on("error", () => {}); // reported by `acceptsConnections`
  return child;
}

function acceptsConnections(port: number, child: ChildProcess): Promise<boolean> {
  if (child.pid === undefined) throw new Error(`${PROGRAM} cannot be started: sudo apt-get install pgbouncer`);
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("close", () => resolve(false));
    socket.once("connect", () => socket.end());
  });
}
