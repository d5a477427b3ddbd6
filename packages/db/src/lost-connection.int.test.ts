import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import { startTcpProxy } from "@skucast/testkit/tcp-proxy";
import { type Database, inSystem, openDatabase } from "./database.js";
import { limitStatements } from "./guarded-client.js";
import { isDatabaseUnavailable } from "./unavailable.js";

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.appUrl, systemConnectionsMax: 1 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test("a connection that is lost while its transaction waits does not throw into the process", async () => {
  await inSystem(db, async (client) => {
    expect(() => client.emit("error", new Error("Connection terminated unexpectedly"))).not.toThrow();
  });
});

test("a connection that is used often does not accumulate listeners", async () => {
  for (let lendings = 0; lendings < 3; lendings += 1) {
    await inSystem(db, async (client) => expect(client.listenerCount("error")).toBe(1));
  }
});

describe("a server that no longer answers, over a network that closes no connection", () => {
  const open = async () => {
    const url = new URL(database.appUrl);
    const network = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
    url.port = String(network.port);
    url.searchParams.set("connect_timeout", "1");
    const limited = openDatabase({ url: url.href, systemConnectionsMax: 1, statementTimeoutMs: 100 });
    return { network, limited, close: () => Promise.all([network.close(), limited.close()]) };
  };

  test("ends a transaction with an error that says so, and the pool opens another connection", async () => {
    const { network, limited, close } = await open();
    try {
      const failure = await inSystem(limited, async (client) => {
        await client.query("SELECT 1");
        network.freeze();
        await client.query("SELECT 2");
      }).catch((error: unknown) => error);
      expect(isDatabaseUnavailable(failure)).toBe(true);
      network.thaw();
      expect((await limited.system.query("SELECT 3 AS answer")).rows).toEqual([{ answer: 3 }]);
    } finally {
      await close();
    }
  });

  test("does the same for a statement outside of a transaction, and for those that wait for its connection", async () => {
    const { network, limited, close } = await open();
    try {
      await limited.system.query("SELECT 1");
      network.freeze();
      const failures = await Promise.allSettled([limited.system.query("SELECT 2"), limited.system.query("SELECT 3")]);
      expect(failures.map((failure) => failure.status === "rejected" && isDatabaseUnavailable(failure.reason))).toEqual(
        [true, true],
      );
    } finally {
      network.thaw();
      await close();
    }
  });

  test("a transaction with a longer limit may take that long, and other statements may not", async () => {
    const { limited, close } = await open();
    try {
      await inSystem(limited, async (client) => {
        await limitStatements(client, 60_000);
        await client.query("SELECT pg_sleep(0.3)");
      });
      await expect(limited.system.query("SELECT pg_sleep(60)")).rejects.toMatchObject({ code: "57014" });
    } finally {
      await close();
    }
  });

  test("a transaction with a longer limit that gets no answer leaves no limit to the next one of its connection", async () => {
    const { network, limited, close } = await open();
    try {
      await inSystem(limited, (client) => limitStatements(client, 3_600_000));
      network.freeze();
      const failure = await limited.system.query("SELECT 1").catch((error: unknown) => error);
      expect(isDatabaseUnavailable(failure)).toBe(true);
      network.thaw();
    } finally {
      await close();
    }
  });
});

test("TCP probes an idle connection, so that one to a machine that is gone breaks by itself", async () => {
  await db.system.query("SELECT 1");
  const port = Number(new URL(database.appUrl).port).toString(16).toUpperCase().padStart(4, "0");
  // The sixth column is the timer of the socket: 02 is that of keepalive probes (proc_net_tcp of Linux).
  const sockets = readFileSync("/proc/self/net/tcp", "utf8")
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
  const timers = sockets
    .filter(([, , remote]) => remote?.endsWith(`:${port}`))
    .map((columns) => columns[5]?.slice(0, 2));
  expect(timers).toContain("02");
});
