import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import pg from "pg";
import { copyOut } from "./copy-out.js";
import { isDatabaseUnavailable } from "./unavailable.js";

let database: TestDatabase;
let watcher: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  watcher = new pg.Client({ connectionString: database.superuserUrl });
  await watcher.connect();
});
afterAll(async () => {
  await watcher.end();
  await database.drop();
});

async function withClient(work: (client: pg.Client, pid: number) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: database.superuserUrl });
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    await work(client, Number(rows[0]?.pid));
  } finally {
    await client.end();
  }
}

async function textOf(blocks: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = [];
  for await (const block of blocks) all.push(block);
  return Buffer.concat(all).toString();
}

const numbersTo = (count: number, row = "n") => `COPY (SELECT ${row} FROM generate_series(1, ${count}) AS n) TO STDOUT`;

async function isAnswering(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ answer: number }>("SELECT 42 AS answer");
  return rows[0]?.answer === 42;
}

test("all rows arrive in order, and the client can run further statements", () =>
  withClient(async (client) => {
    await client.query("BEGIN");
    const copy = copyOut(client, numbersTo(60_000, "n || repeat('é', n % 200)"));
    const expected = Array.from({ length: 60_000 }, (_, i) => `${i + 1}${"é".repeat((i + 1) % 200)}\n`).join("");
    expect((await textOf(copy.blocks)) === expected).toBe(true);
    expect(copy.isOver()).toBe(true);
    expect(await textOf(copyOut(client, numbersTo(2)).blocks)).toBe("1\n2\n");
    await client.query("COMMIT");
    expect(await isAnswering(client)).toBe(true);
  }));

test("no rows give no blocks", () =>
  withClient(async (client) => {
    expect(await textOf(copyOut(client, numbersTo(0)).blocks)).toBe("");
    expect(await isAnswering(client)).toBe(true);
  }));

test("a row of several megabytes arrives whole between short ones", () =>
  withClient(async (client) => {
    const long = "(SELECT string_agg(md5(i::text), '') FROM generate_series(1, 100000) i)";
    const text = await textOf(copyOut(client, numbersTo(3, `CASE n WHEN 2 THEN ${long} ELSE n::text END`)).blocks);
    const expected = Array.from({ length: 100_000 }, (_, i) =>
      createHash("md5")
        .update(`${i + 1}`)
        .digest("hex"),
    );
    expect(text === `1\n${expected.join("")}\n3\n`).toBe(true);
  }));

test("an error between rows is the server's error, and the client can run further statements", () =>
  withClient(async (client) => {
    const copy = copyOut(client, numbersTo(100_000, "1000 / (50000 - n)"));
    await expect(textOf(copy.blocks)).rejects.toMatchObject({ code: "22012" });
    expect(copy.isOver()).toBe(false);
    expect(await isAnswering(client)).toBe(true);
  }));

test("a rejected statement throws the server's error", () =>
  withClient(async (client) => {
    await expect(textOf(copyOut(client, "COPY no_such_table TO STDOUT").blocks)).rejects.toMatchObject({
      code: "42P01",
    });
  }));

test("a connection that is lost between rows throws an error", () =>
  withClient(async (client, pid) => {
    const reading = (async () => {
      let isFirst = true;
      for await (const _block of copyOut(client, numbersTo(1_000_000, "repeat('x', 100)")).blocks) {
        if (isFirst) await watcher.query("SELECT pg_terminate_backend($1)", [pid]);
        isFirst = false;
      }
    })();
    expect(isDatabaseUnavailable(await reading.catch((error: unknown) => error))).toBe(true);
  }));

test("a consumer that stops early ends the connection", () =>
  withClient(async (client) => {
    const copy = copyOut(client, numbersTo(1_000_000, "repeat('x', 100)"));
    for await (const _block of copy.blocks) break;
    expect(copy.isOver()).toBe(false);
    await expect(client.query("SELECT 1")).rejects.toThrow(/Connection terminated|not queryable/);
  }));

test("while the consumer works, the server waits and nothing is buffered", () =>
  withClient(async (client, pid) => {
    const socket = client.connection.stream as Socket;
    let taken = 0;
    let ahead = 0;
    for await (const block of copyOut(client, numbersTo(200_000, "repeat('x', 1000)")).blocks) {
      if (taken === 0) await serverWaits(pid);
      taken += block.length;
      ahead = Math.max(ahead, socket.bytesRead - taken);
    }
    expect(taken).toBe(200_000 * 1001);
    expect(ahead).toBeLessThan(2 * 1024 * 1024);
  }));

/** Resolves when the server process waits for its client to read. */
async function serverWaits(pid: number): Promise<void> {
  for (;;) {
    const { rows } = await watcher.query<{ wait_event: string | null }>(
      "SELECT wait_event FROM pg_stat_activity WHERE pid = $1",
      [pid],
    );
    if (rows[0]?.wait_event === "ClientWrite") return;
  }
}
