import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import { eventually } from "@skucast/testkit/eventually";
import { startTcpProxy, type TcpProxy } from "@skucast/testkit/tcp-proxy";
import { type Database, openDatabase } from "./database.js";
import { openPrisma, type WorkspacePrisma, type WorkspaceTransaction } from "./prisma.js";
import { isDatabaseUnavailable } from "./unavailable.js";

let database: TestDatabase;
let network: TcpProxy;
let db: Database;
let prisma: WorkspacePrisma;

beforeAll(async () => {
  database = await createTestDatabase();
  const url = new URL(database.appUrl);
  network = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.hostname = "127.0.0.1";
  url.port = String(network.port);
  db = openDatabase({ url: url.href });
  prisma = openPrisma(db);
  await db.system.query("INSERT INTO workspaces (id, name) VALUES ('ws_a', 'A'), ('ws_b', 'B')");
});
afterAll(async () => {
  await db.close();
  await network.close();
  await database.drop();
});

const namesSeenBy = (workspaceId: string) =>
  prisma.transaction(wholeWorkspace(workspaceId), async (tx) =>
    (await tx.workspace.findMany()).map(({ name }) => name),
  );

describe("a transaction of Prisma", () => {
  test("sees only its own workspace, even when many run concurrently", async () => {
    const seen = await Promise.all(Array.from({ length: 40 }, (_, i) => namesSeenBy(i % 2 === 0 ? "ws_a" : "ws_b")));
    expect(seen).toEqual(Array.from({ length: 40 }, (_, i) => [i % 2 === 0 ? "A" : "B"]));
  });

  test("is rolled back when its work throws, and rejects with that error", async () => {
    const own = new Error("own");
    const failing = prisma.transaction(wholeWorkspace("ws_a"), async (tx) => {
      await tx.$executeRaw`INSERT INTO events (workspace_id, id, type, object_id, sequence, data, created_at)
        VALUES ('ws_a', 'evt_1', 't', 'o', 1, '{}', now())`;
      throw own;
    });
    await expect(failing).rejects.toBe(own);
    expect((await db.system.query("SELECT FROM events")).rowCount).toBe(0);
  });

  test("is retried after a deadlock, so that both transactions succeed", async () => {
    const names = ["events 1", "events 2"];
    const take = (tx: WorkspaceTransaction, name: string) =>
      tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${name}))`;
    let met = 0;
    const both = Promise.withResolvers<void>();
    let runs = 0;
    const cross = (order: readonly string[]) =>
      prisma.transaction(wholeWorkspace("ws_a"), async (tx) => {
        runs += 1;
        await take(tx, order[0] ?? "");
        met += 1;
        if (met === 2) both.resolve();
        await both.promise;
        await take(tx, order[1] ?? "");
        return order;
      });
    expect(await Promise.all([cross(names), cross(names.toReversed())])).toEqual([names, names.toReversed()]);
    expect(runs).toBe(3);
  });

  test("leaves connections to other workspaces, however many transactions of one workspace wait", async () => {
    const held = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const waiting = Array.from({ length: 50 }, () =>
      prisma.transaction(wholeWorkspace("ws_a"), async () => {
        started.resolve();
        await held.promise;
      }),
    );
    await started.promise;
    expect(await namesSeenBy("ws_b")).toEqual(["B"]);
    held.resolve();
    await Promise.all(waiting);
  });

  test("rejects with a recognizable error if the database cannot be reached, before it starts and while it runs", async () => {
    const cutInside = prisma.transaction(wholeWorkspace("ws_a"), async (tx) => {
      await network.cut();
      return tx.workspace.findMany();
    });
    expect(isDatabaseUnavailable(await cutInside.catch((error: unknown) => error))).toBe(true);
    expect(isDatabaseUnavailable(await namesSeenBy("ws_a").catch((error: unknown) => error))).toBe(true);
    await network.heal();
    expect(await eventually(() => namesSeenBy("ws_a"))).toEqual(["A"]);
  });

  test("whose connection is ended by the server rejects with such an error as well", async () => {
    const ended = prisma.transaction(wholeWorkspace("ws_a"), async (tx) => {
      const [row] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
      await endBackend(row?.pid ?? 0);
      return tx.workspace.findMany();
    });
    expect(isDatabaseUnavailable(await ended.catch((error: unknown) => error))).toBe(true);
  });
});

async function endBackend(pid: number): Promise<void> {
  const superuser = openDatabase({ url: database.superuserUrl });
  const client = await superuser.system.connect();
  await client.query("RESET ROLE; SET ROLE NONE");
  await client.query("SELECT pg_terminate_backend($1)", [pid]);
  client.release(true);
  await superuser.close();
}
