import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { newId } from "@skucast/contracts/ids";
import { newKeyringText } from "@skucast/credentials/keyring";
import { hashToken, newToken } from "@skucast/credentials/token";
import { insertApiKey } from "@skucast/db/api-keys/insert-api-key";
import { type Database, openDatabase } from "@skucast/db/database";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import { eventually } from "@skucast/testkit/eventually";
import { reservePort } from "@skucast/testkit/reserve-port";

const PROGRAM = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const CALLS = 1_000;
const KILL_AFTER = 300;
const CLIENTS = 16;
const TRIES_MAX = 5;

interface Replica {
  readonly port: number;
  readonly child: ChildProcess;
}

let database: TestDatabase;
let db: Database;
let balancer: Server;
const replicas: Replica[] = [];
const workspaceId = newId("ws");
const token = newToken("sk");

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.appUrl });
  await db.system.query("INSERT INTO workspaces (id, name) VALUES ($1, 'Shop')", [workspaceId]);
  const key = { workspaceId, id: newId("key"), name: "agent", secretHash: hashToken(token), lastFour: "none" };
  await insertApiKey(db, key);
  const keyring = newKeyringText();
  balancer = await openBalancer();
  const { port } = balancer.address() as AddressInfo;
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    HOST: "127.0.0.1",
    DATABASE_URL: database.appUrl,
    SKUCAST_ENCRYPTION_KEYS: keyring,
    SKUCAST_PUBLIC_URL: `http://127.0.0.1:${port}`,
    SKUCAST_LOG_LEVEL: "fatal",
    SKUCAST_REQUESTS_PER_MINUTE: "1000000",
    SKUCAST_SHUTDOWN_DELAY: "0s",
  };
  replicas.push(...(await Promise.all([startReplica(env), startReplica(env)])));
});
afterAll(async () => {
  for (const { child } of replicas) child.kill("SIGKILL");
  balancer.close();
  await db.close();
  await database.drop();
});

async function startReplica(env: NodeJS.ProcessEnv): Promise<Replica> {
  const port = await reservePort();
  const child = spawn(process.execPath, [PROGRAM], { env: { ...env, PORT: String(port) }, stdio: "ignore" });
  await eventually(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok);
  return { port, child };
}

/** Distributes connections to the replicas in turn, and skips one that refuses the connection. */
async function openBalancer(): Promise<Server> {
  let turn = 0;
  const server = createServer((near) => {
    turn += 1;
    const order = turn % 2 === 0 ? replicas : replicas.toReversed();
    const join = ([replica, ...others]: readonly Replica[]): void => {
      if (!replica) return void near.destroy();
      const far = connect(replica.port, "127.0.0.1");
      let isOpen = false;
      far.once("connect", () => {
        isOpen = true;
        near.pipe(far).pipe(near);
      });
      far.on("error", () => (isOpen ? near.destroy() : join(others)));
      far.on("close", () => isOpen && near.destroy());
      near.on("close", () => far.destroy());
    };
    near.on("error", () => {});
    join(order);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

/** Number of tool calls that a replica has answered. */
async function answeredBy({ port }: Replica): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return [...text.matchAll(/^skucast_\w*tool_calls_total\{[^}]*\} (\d+)/gm)].reduce((sum, [, n]) => sum + Number(n), 0);
}

test("T10: kill -9 of one of two replicas during 1,000 calls loses none after the client's retry and executes none twice", async () => {
  const { port } = balancer.address() as AddressInfo;
  let next = 0;
  let done = 0;
  let retries = 0;
  const answeredByKilled: number[] = [];

  async function kill([replica]: readonly Replica[]): Promise<void> {
    if (!replica) return;
    answeredByKilled.push(await answeredBy(replica));
    replica.child.kill("SIGKILL");
  }

  async function write(client: Client, n: number): Promise<void> {
    const product = { sku: `SKU-${n}`, title: "Mug", price_amount: n, price_currency: "EUR", availability: "in_stock" };
    for (let attempt = 1; ; attempt += 1) {
      try {
        const result = await client.callTool({ name: "upsert_products", arguments: { products: [product] } });
        expect(result.structuredContent).toMatchObject({ summary: { total: 1, failed: 0 } });
        return;
      } catch (error) {
        if (attempt === TRIES_MAX) throw error;
        retries += 1;
      }
    }
  }

  async function work(): Promise<void> {
    const client = new Client({ name: "agent", version: "1" }, { versionNegotiation: { mode: "auto" } });
    const requestInit = { headers: { Authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), { requestInit }));
    while (next < CALLS) {
      next += 1;
      await write(client, next);
      done += 1;
      if (done === KILL_AFTER) await kill(replicas);
    }
    await client.close();
  }

  await Promise.all(Array.from({ length: CLIENTS }, work));
  expect(done).toBe(CALLS);
  expect(answeredByKilled).toEqual([expect.any(Number)]);
  expect(answeredByKilled[0]).toBeGreaterThan(0);
  expect(replicas[0]?.child.signalCode).toBe("SIGKILL");
  // The test proves something only if a call was interrupted.
  expect(retries).toBeGreaterThan(0);
  const stored = await db.system.query(
    "SELECT count(*)::int AS products, max(version)::int AS version FROM products WHERE workspace_id = $1",
    [workspaceId],
  );
  expect(stored.rows).toEqual([{ products: CALLS, version: 1 }]);
});
