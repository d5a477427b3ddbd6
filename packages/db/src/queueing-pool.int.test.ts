import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import { eventually } from "@skucast/testkit/eventually";
import pg from "pg";
import { QueueingPool, type QueueingPoolOptions } from "./queueing-pool.js";

const NEVER_MS = 60_000;

let database: TestDatabase;
let pool: QueueingPool;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await pool.end();
});
afterAll(async () => {
  await database.drop();
});

function open(options: Partial<QueueingPoolOptions> = {}): QueueingPool {
  pool = new QueueingPool({
    connectionString: database.appUrl,
    max: 4,
    connectionTimeoutMillis: 10_000,
    growAfterMs: NEVER_MS,
    ...options,
  });
  return pool;
}

test("callers wait for the next free connection, in order, and none is opened", async () => {
  open();
  const held = await pool.connect();
  const answers: number[] = [];
  const asked = Array.from({ length: 50 }, (_, i) => pool.query("SELECT 1").then(() => answers.push(i)));
  held.release();
  await Promise.all(asked);
  expect(answers).toEqual(Array.from({ length: 50 }, (_, i) => i));
  expect(pool.totalCount).toBe(1);
});

test("a connection is replaced at the end of its lifetime, and callers notice nothing", async () => {
  open({ maxLifetimeSeconds: 0.05 });
  const processIds = new Set<number>();
  await eventually(async () => {
    const { rows } = await pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    for (const { pid } of rows) processIds.add(pid);
    return processIds.size > 2;
  });
});

test("after a caller has waited, more are opened, one at a time, up to the maximum", async () => {
  let openingCount = 0;
  let openingMost = 0;
  class Watched extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      openingMost = Math.max(openingMost, ++openingCount);
      this.once("connect", () => {
        openingCount -= 1;
      });
    }
  }
  open({ growAfterMs: 0, max: 3, Client: Watched });
  const lent = await Promise.all([pool.connect(), pool.connect(), pool.connect()]);
  const late = [pool.query("SELECT 1"), pool.query("SELECT 2")];
  for (const client of lent) client.release();
  await Promise.all(late);
  expect(pool.totalCount).toBe(3);
  expect(openingMost).toBe(1);
});

test("a caller that waits too long gets an error in time, and does not delay those after it", async () => {
  const options = {
    connectionString: database.appUrl,
    max: 1,
    connectionTimeoutMillis: NEVER_MS,
    growAfterMs: NEVER_MS,
  };
  pool = new QueueingPool(options);
  const held = await pool.connect();
  // Only the waiting time is short: opening a connection may take longer on a busy machine.
  options.connectionTimeoutMillis = 200;
  await expect(pool.query("SELECT 1")).rejects.toThrow("timeout exceeded when trying to connect");
  held.release();
  await expect(pool.query("SELECT 1")).resolves.toMatchObject({ rowCount: 1 });
});

test("a connection that breaks is replaced for waiting callers", async () => {
  open();
  const held = await pool.connect();
  const waiting = pool.query("SELECT 1");
  held.release(new Error("broken"));
  await expect(waiting).resolves.toMatchObject({ rowCount: 1 });
});

test("when no more can be opened, a waiting caller gets the next free one", async () => {
  let madeCount = 0;
  class Limited extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(++madeCount === 1 ? config : { host: "127.0.0.1", port: 1 });
    }
  }
  open({ growAfterMs: 0, Client: Limited });
  const held = await pool.connect();
  const waiting = pool.query("SELECT 1");
  await eventually(async () => madeCount > 2);
  held.release();
  await expect(waiting).resolves.toMatchObject({ rowCount: 1 });
});

test("a caller that waits while no connection can be opened gets the reason", async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  open({ connectionString: `postgres://user@127.0.0.1:${port}/nothing` });
  for (const told of await Promise.allSettled([
    pool.query("SELECT 1"),
    pool.query("SELECT 1"),
    pool.query("SELECT 1"),
  ])) {
    expect(told).toMatchObject({ status: "rejected", reason: { message: "Connection terminated unexpectedly" } });
  }
  await once(server.close(), "close");
});

test("ending the pool rejects waiting callers", async () => {
  open();
  const held = await pool.connect();
  const waiting = pool.query("SELECT 1");
  const ended = pool.end();
  await expect(waiting).rejects.toThrow("after calling end");
  held.release();
  await ended;
  open();
});
