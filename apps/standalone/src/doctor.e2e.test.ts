import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newKeyringText } from "@skucast/credentials/keyring";
import { createOwnDatabase } from "@skucast/db/testing/own-database";
import { openRabbitMqBus } from "@skucast/events/rabbitmq-bus";
import { brokerNames, deadLetterQueue, QUEUES, TOPOLOGY } from "@skucast/events/topology";
import { createLogger } from "@skucast/service-kit/logger";
import { createMetrics } from "@skucast/service-kit/metrics";
import { createTestBroker } from "@skucast/testkit/create-test-broker";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import { queryDatabase } from "@skucast/testkit/query-database";

const PROGRAM = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "skucast-doctor-"));
const broker = createTestBroker();
let database: TestDatabase;
let env: NodeJS.ProcessEnv;

interface Found {
  readonly part: string;
  readonly level: string;
  readonly text: string;
  readonly fix?: string;
}

beforeAll(async () => {
  database = await createTestDatabase();
  env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATABASE_URL: database.appUrl,
    SKUCAST_DATA_DIR: folder,
    SKUCAST_ENCRYPTION_KEYS: newKeyringText(),
  };
});
afterAll(async () => {
  await database.drop();
  const names = brokerNames(broker.namespace);
  await broker.drop({
    queues: TOPOLOGY.flatMap((queue) => [queue, deadLetterQueue(queue)]).map(names.queue),
    exchanges: [names.exchanges.events, names.exchanges.work, names.deadExchange, names.broadcastExchange],
  });
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the command as an administrator does. */
function run(args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [PROGRAM, "doctor", ...args],
      { env: { ...env, ...more }, timeout: 240_000 },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, text: stdout + stderr }),
    );
  });
}

/** The faults and warnings that the command reports. */
async function faultsOf(more: NodeJS.ProcessEnv): Promise<Found[]> {
  const { code, text } = await run(["--json"], more);
  const found = (JSON.parse(text) as Found[]).filter(({ level }) => level !== "ok");
  expect(code).toBe(found.some(({ level }) => level === "fault") ? 1 : 0);
  for (const { fix } of found) expect(fix).toMatch(/\S/);
  return found;
}

test("reports each part of a working installation without a fault", async () => {
  const { code, text } = await run([]);
  expect(text).toMatch(/0 faults, 0 warnings\n$/);
  for (const part of [
    "database",
    "replication",
    "clock",
    "bus",
    "files",
    "public address",
    "pending work",
    "late work",
    "webhook endpoints",
  ]) {
    expect(text).toContain(`✓ ${part}: `);
  }
  expect(Number(/(\d+) of \d+ connections are in use/.exec(text)?.[1])).toBeGreaterThan(0);
  expect(code).toBe(0);
});

test("an empty database: names the command that fixes it, and checks the rest", async () => {
  const empty = await createOwnDatabase();
  try {
    const found = await faultsOf({ DATABASE_URL: empty.appUrl });
    expect(found[0]).toMatchObject({
      part: "database",
      level: "fault",
      fix: expect.stringContaining("skucast migrate"),
    });
    const { text } = await run([], { DATABASE_URL: empty.appUrl });
    expect(text).toContain("✓ files: ");
  } finally {
    await empty.drop();
  }
});

test("--help describes the named command only", async () => {
  const { code, text } = await run(["--help"]);
  expect(text).toMatch(/^Usage: npm run skucast -- doctor \[--json\]\n\nCheck an installation/);
  expect(text).not.toContain("migrate");
  expect(code).toBe(0);
});

test("a database that cannot be reached is the only fault, with what to do; the rest is checked", async () => {
  const found = await faultsOf({ DATABASE_URL: "postgresql://skucast:secret@127.0.0.1:1/skucast" });
  expect(found).toEqual([
    {
      part: "database",
      level: "fault",
      text: expect.stringMatching(/^PostgreSQL cannot be reached: .*ECONNREFUSED 127\.0\.0\.1:1$/),
      fix: expect.stringContaining("DATABASE_URL"),
    },
  ]);
});

test("a broker that is down, queues without consumers, and dead-letter messages", async () => {
  const away = await faultsOf({ AMQP_URL: "amqp://127.0.0.1:1" });
  expect(away).toEqual([
    expect.objectContaining({ part: "bus", level: "fault", text: expect.stringContaining("RabbitMQ") }),
  ]);

  const given = { AMQP_URL: broker.amqpUrl, SKUCAST_BUS_NAMESPACE: broker.namespace };
  expect(await faultsOf(given)).toMatchObject([{ level: "warning", fix: expect.stringContaining("start the apps") }]);

  const tools = {
    logger: createLogger({ service: "test", level: "fatal" }),
    metrics: createMetrics({ service: "test" }),
  };
  const bus = openRabbitMqBus({ url: broker.amqpUrl, name: "test", namespace: broker.namespace, ...tools });
  let resolve = () => {};
  const handled = new Promise<void>((done) => {
    resolve = done;
  });
  const consumer = await bus.consume(
    QUEUES.exporterRuns,
    async () => {
      resolve();
      return "dead";
    },
    { prefetch: 1 },
  );
  await bus.publish([{ id: "1", routingKey: "feed.run.queued", body: "{}" }]);
  await handled;
  await consumer.stop();
  await bus.close();
  const found = await faultsOf(given);
  expect(found).toContainEqual(expect.objectContaining({ level: "fault", fix: "start the app webhook-dispatcher" }));
  expect(found).toContainEqual(
    expect.objectContaining({ level: "warning", text: expect.stringContaining("sftp-exporter.runs.dead holds 1 ") }),
  );
});

test("feeds whose time has passed without a run, by name, and one that would never run", async () => {
  const superuser = (sql: string) => queryDatabase(database.superuserUrl, sql);
  await superuser(`
    INSERT INTO workspaces (id, name) VALUES ('ws_1', 'Shop');
    INSERT INTO channels (workspace_id, id, name, profile, status, market, created_at, updated_at)
    VALUES ('ws_1', 'ch_1', 'Shop', 'generic', 'active', '{}', now(), now());
    INSERT INTO feeds (workspace_id, id, channel_id, name, status, format, compression, file_name, shards, schedule,
      next_run_at, created_at, updated_at)
    SELECT 'ws_1', id, 'ch_1', id, 'active', 'csv', 'none', 'a.csv', 1, '{"every_minutes": 60}', next_run_at, now(), now()
    FROM (VALUES ('feed_late', now() - interval '20 minutes'), ('feed_never', NULL), ('feed_later', now() + interval '1 hour'))
      AS chosen (id, next_run_at)`);
  try {
    expect(await faultsOf({})).toMatchObject([
      { part: "late work", text: "a scheduled feed has not been queued for 20 min: feed_late of ws_1" },
      { part: "late work", text: "the feed feed_never of ws_1 has no next time" },
    ]);
  } finally {
    await superuser("DELETE FROM workspaces");
  }
});

test("a file store that cannot be written, and an unusable public URL", async () => {
  const blocked = join(folder, "blocked");
  writeFileSync(blocked, "a file where a folder should be");
  const found = await faultsOf({
    SKUCAST_FILES_DIR: join(blocked, "files"),
    SKUCAST_PUBLIC_URL: "http://catalog.invalid",
  });
  expect(found.map(({ part, level }) => `${part}: ${level}`)).toEqual([
    "files: fault",
    "public address: fault",
    "public address: warning",
    "public address: warning",
  ]);
});
