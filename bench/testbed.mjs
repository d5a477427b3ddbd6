// The testbed of all measurements: PostgreSQL, a workspace with a key, and apps as separate processes.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { newId } from "@skucast/contracts/ids";
import { newKeyringText } from "@skucast/credentials/keyring";
import { hashToken, newToken } from "@skucast/credentials/token";
import { insertApiKey } from "@skucast/db/api-keys/insert-api-key";
import { openDatabase } from "@skucast/db/database";
import { migrate } from "@skucast/db/migrate";
import { startEmbeddedPostgres } from "@skucast/embedded-postgres/start";
import pg from "pg";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
const READY_MS = 120_000;

/** Settings for load, so that statements are the limit and not checkpoints. */
const POSTGRES_SETTINGS = { shared_buffers: "1GB", max_wal_size: "8GB", max_connections: "120" };

export async function openTestbed() {
  const dir = mkdtempSync(join(tmpdir(), "skucast-bench-"));
  const postgres = await startEmbeddedPostgres({ dataDir: join(dir, "postgres"), settings: POSTGRES_SETTINGS });
  await migrate(postgres.ownerUrl);
  const db = openDatabase({ url: postgres.appUrl });
  const workspaceId = newId("ws");
  await db.system.query("INSERT INTO workspaces (id, name) VALUES ($1, 'Bench')", [workspaceId]);
  const apiKey = newToken("sk");
  await insertApiKey(db, {
    workspaceId,
    id: newId("key"),
    name: "bench",
    secretHash: hashToken(apiKey),
    lastFour: "none",
  });
  const keyring = newKeyringText();
  const superuserUrl = postgres.superuserUrl.replace(/\/postgres$/, "/skucast");
  const running = [];
  return {
    dir,
    db,
    postgres,
    superuserUrl,
    postmaster: Number(readFileSync(join(dir, "postgres/cluster/postmaster.pid"), "utf8").split("\n")[0]),
    workspaceId,
    apiKey,
    /** Starts an app and waits until it is ready. */
    async startApp(name, port, more = {}) {
      const env = {
        ...process.env,
        PORT: String(port),
        HOST: "127.0.0.1",
        DATABASE_URL: postgres.appUrl,
        SKUCAST_ENCRYPTION_KEYS: keyring,
        SKUCAST_ALLOW_TARGETS: "127.0.0.1/32",
        SKUCAST_REQUESTS_PER_MINUTE: "10000000",
        SKUCAST_LOG_LEVEL: "warn",
        SKUCAST_FILES_DIR: join(dir, "files"),
        ...more,
      };
      const child = spawn(process.execPath, [join(ROOT, "apps", name, "dist/main.js")], {
        env,
        stdio: ["ignore", "inherit", "inherit"],
      });
      running.push(child);
      const baseUrl = `http://127.0.0.1:${port}`;
      await ready(`${baseUrl}/readyz`);
      return { pid: child.pid, baseUrl, stop: () => end(child) };
    },
    /** Waits until the relay has sent all events, and empties the queues, which have no consumer. */
    async settled() {
      while ((await db.system.query("SELECT 1 FROM outbox LIMIT 1")).rows.length > 0) await pause(200);
      const client = new pg.Client({ connectionString: superuserUrl });
      await client.connect();
      await client.query("TRUNCATE bus_messages");
      await client.query("VACUUM products, outbox, events");
      await client.query("CHECKPOINT");
      await client.end();
      await pause(1_000);
    },
    async close() {
      await Promise.all(running.map(end));
      await db.close();
      await postgres.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function ready(url) {
  for (const deadline = Date.now() + READY_MS; Date.now() < deadline; ) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await pause(50);
  }
  throw new Error(`${url} did not become ready`);
}

async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}
