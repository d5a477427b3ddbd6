import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import pg from "pg";
import { isAlive, readPostmasterFile } from "./postmaster-file.js";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./start.js";

describe("the embedded PostgreSQL", () => {
  let folder: string;
  let dataDir: string;
  const running: EmbeddedPostgres[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "skucast-embedded-"));
    dataDir = join(folder, "postgres");
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((postgres) => postgres.stop()));
    rmSync(folder, { recursive: true });
  });

  const start = async () => {
    const postgres = await startEmbeddedPostgres({ dataDir });
    running.push(postgres);
    return postgres;
  };
  const postmasterPid = () => readPostmasterFile(join(dataDir, "cluster"))?.pid ?? Number.NaN;

  test("keeps its data across restarts with durable settings, and leaves no process running", async () => {
    const first = await start();
    await query(first.ownerUrl, "CREATE TABLE kept AS SELECT 42 AS n");
    const pid = postmasterPid();
    await first.stop();
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(join(dataDir, "cluster", "postmaster.pid"))).toBe(false);

    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await query(second.ownerUrl, "SELECT n FROM kept")).toEqual([{ n: 42 }]);
    expect(await query(second.ownerUrl, "SHOW fsync")).toEqual([{ fsync: "on" }]);
    expect(await query(second.ownerUrl, "SHOW synchronous_commit")).toEqual([{ synchronous_commit: "on" }]);
  });

  test("adopts the server of a killed parent, and then stops it", async () => {
    const parent = await startParent(dataDir);
    const pid = postmasterPid();
    parent.kill("SIGKILL");
    await once(parent, "exit");
    expect(isAlive(pid)).toBe(true);

    const adopted = await start();
    expect(adopted.adopted).toBe(true);
    expect(postmasterPid()).toBe(pid);
    expect(await query(adopted.appUrl, "SELECT current_user")).toEqual([{ current_user: "skucast" }]);
    await adopted.stop();
    expect(isAlive(pid)).toBe(false);
  });

  test("does not stop a server that another running process started", async () => {
    const parent = await startParent(dataDir);
    const guest = await start();
    await guest.stop();
    expect(isAlive(postmasterPid())).toBe(true);
    parent.stdin.end();
    await once(parent, "exit");
    expect(Number.isNaN(postmasterPid())).toBe(true);
  });

  test("restarts after it was killed, on the same port and with all committed data", async () => {
    const postgres = await start();
    await query(postgres.ownerUrl, "CREATE TABLE survived AS SELECT 7 AS n");
    const pid = postmasterPid();
    process.kill(pid, "SIGKILL");
    const rows = await eventually(() => query(postgres.ownerUrl, "SELECT n FROM survived"));
    expect(rows).toEqual([{ n: 7 }]);
    expect(postmasterPid()).not.toBe(pid);
  });

  test("recovers at the next start if parent and server were killed together", async () => {
    const parent = await startParent(dataDir);
    parent.kill("SIGKILL");
    process.kill(postmasterPid(), "SIGKILL");
    await once(parent, "exit");
    const postgres = await start();
    expect(postgres.adopted).toBe(false);
    expect(await query(postgres.appUrl, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  test("ignores a pid file whose process id now belongs to another process", async () => {
    await (await start()).stop();
    const stale = `${process.pid}\n${dataDir}/cluster\n1\n5432\n\n127.0.0.1\n\nready\n`;
    writeFileSync(join(dataDir, "cluster", "postmaster.pid"), stale);
    expect((await start()).adopted).toBe(false);
  });

  test("starts another server if the one that was running ends while it connects", async () => {
    await (await start()).stop();
    const cluster = join(dataDir, "cluster");
    const ending = spawn(process.execPath, ["--eval", "setInterval(() => {}, 60_000)"], { cwd: cluster });
    const server = createServer((socket) => {
      ending.kill("SIGKILL");
      socket.resetAndDestroy();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    writeFileSync(join(cluster, "postmaster.pid"), `${ending.pid}\n${cluster}\n1\n${port}\n\n127.0.0.1\n\nready   \n`);
    try {
      const postgres = await start();
      expect(postgres.adopted).toBe(false);
      expect(await query(postgres.appUrl, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    } finally {
      ending.kill("SIGKILL");
      server.close();
    }
  });

  test("creates a complete cluster after an interrupted creation", async () => {
    await (await start()).stop();
    rmSync(join(dataDir, "cluster"), { recursive: true });
    writeFileSync(join(dataDir, "cluster.new"), "half");
    expect(await query((await start()).appUrl, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  test("throws the end of the server's log if it cannot start", async () => {
    const settings = { shared_buffers: "nonsense" };
    await expect(startEmbeddedPostgres({ dataDir, settings })).rejects.toThrow(/Its log ends:[\s\S]*shared_buffers/);
    expect(readFileSync(join(dataDir, "postgres.log"), "utf8")).toContain("shared_buffers");
  });
});

describe("a cluster of the embedded PostgreSQL", () => {
  let dataDir: string;
  let postgres: EmbeddedPostgres;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "skucast-embedded-"));
    postgres = await startEmbeddedPostgres({ dataDir });
  });
  afterAll(async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true });
  });

  test("requires a password, and stores the passwords in a private file", async () => {
    const { port } = postgres;
    const wrongLogin = `postgresql://postgres:wrong@127.0.0.1:${port}/postgres`;
    await expect(query(wrongLogin, "SELECT 1")).rejects.toThrow("password authentication failed");
    expect(statSync(join(dataDir, "passwords.json")).mode & 0o777).toBe(0o600);
  });

  test("does not let login roles bypass row-level security", async () => {
    const { superuserUrl } = postgres;
    const sql =
      "SELECT rolname, rolsuper, rolbypassrls, rolcreaterole FROM pg_roles WHERE rolname LIKE 'skucast%' ORDER BY 1";
    expect(await query(superuserUrl, sql)).toEqual([
      { rolname: "skucast", rolsuper: false, rolbypassrls: false, rolcreaterole: false },
      { rolname: "skucast_owner", rolsuper: false, rolbypassrls: false, rolcreaterole: true },
    ]);
  });

  test("lets the owner create a role whose privileges the application has only if it connects with it", async () => {
    const { ownerUrl, appUrl } = postgres;
    await query(ownerUrl, "CREATE ROLE tenant; CREATE TABLE shop AS SELECT 1 AS n; GRANT SELECT ON shop TO tenant");
    await query(ownerUrl, "GRANT tenant TO skucast");
    await expect(query(appUrl, "SELECT n FROM shop")).rejects.toThrow("permission denied");
    expect(await query(`${appUrl}?options=-c%20role%3Dtenant`, "SELECT n FROM shop")).toEqual([{ n: 1 }]);
  });

  test("compares text in the same way on every machine, and supports letters beyond ASCII", async () => {
    const { ownerUrl } = postgres;
    expect(await query(ownerUrl, "SELECT lower('ÄÉ') AS low, 'Z' < 'a' AS bytes")).toEqual([
      { low: "äé", bytes: true },
    ]);
  });
});

/** Starts a process that starts the server, and stops it when its standard input ends. */
async function startParent(dataDir: string) {
  const module = fileURLToPath(new URL("start.ts", import.meta.url));
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(module)};
    const postgres = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });
    console.log("ready");
    process.stdin.on("end", () => postgres.stop()).resume();`;
  const args = ["--import", "tsx", "--input-type=module", "--eval", script];
  const parent = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  await once(createInterface({ input: parent.stdout }), "line");
  return parent;
}

async function eventually<T>(probe: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + 20_000; ; await delay(20)) {
    try {
      return await probe();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {}); // the server may be killed while it is connected
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
