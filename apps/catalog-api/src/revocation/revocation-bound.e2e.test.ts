import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import {
  type Credential,
  insertCredentials,
  measureRevocations,
  percentilesOf,
} from "./testing/measure-revocations.js";
import { openRegions, type Regions } from "./testing/open-regions.js";

/** Half are API keys, half connected apps. */
const COUNT = 200;
/** A process that has received no revocations for this long does not trust its cache. */
const MEMORY_MS = 2_000;

let regions: Regions;
const table: string[] = [];

beforeAll(async () => {
  regions = await openRegions();
  // The first request starts the subscription; a process that has just started is slow.
  await measureRevocations(regions, await someCredentials(20), () => true);
});
afterAll(async () => {
  const head = `${"revocations".padEnd(44)}    p50      p99      max`;
  process.stdout.write(`\n${[head, ...table].join("\n")}\n`);
  await regions.close();
});

/** Credentials that have reached the replica. */
async function someCredentials(count: number): Promise<Credential[]> {
  const credentials = await insertCredentials(regions.db, count);
  await regions.postgres.caughtUp();
  return credentials;
}

async function measure(title: string, credentials: readonly Credential[], isAnnounced: (index: number) => boolean) {
  const samples = await measureRevocations(regions, credentials, isAnnounced);
  const { p50, p99, max } = percentilesOf(samples);
  const cells = [p50, p99, max].map((ms) => `${String(ms).padStart(6)} ms`);
  table.push(`${title.padEnd(44)}${cells.join("")}`);
  expect(samples).toHaveLength(2 * credentials.length);
  await assertAllRefused(credentials);
}

/** A rejected credential stays rejected. */
async function assertAllRefused(credentials: readonly Credential[]): Promise<void> {
  for (const { accepts } of regions.apis) {
    for (const { token } of credentials) expect(await accepts(token)).toBe(false);
  }
}

test("with the bus up, revoked credentials are rejected in both regions within the time limit", async () => {
  await regions.confirmed();
  await measure("bus up", await someCredentials(COUNT), () => true);
});

test("one region looks up credentials in its replica", async () => {
  const [credential] = await someCredentials(1);
  await eventually(async () => {
    await regions.apis[1].accepts(credential?.token ?? "");
    return (await countReplicaConnections()) > 0;
  });
});

test("with the bus down, revoked credentials are rejected in both regions within the time limit", async () => {
  const credentials = await someCredentials(COUNT);
  await regions.network.cut();
  await regions.confirmed(false);
  try {
    await measure("bus down", credentials, () => true);
  } finally {
    await regions.network.heal();
  }
});

test("with lost messages, revoked credentials are rejected in both regions within the time limit", async () => {
  await regions.confirmed();
  await measure("message lost", await someCredentials(COUNT), () => false);
});

test("with a stalled replica, revoked credentials are rejected within the time limit and stay rejected", async () => {
  const credentials = await someCredentials(COUNT);
  await regions.postgres.pauseReplay();
  try {
    await measure("replica paused, every second message lost", credentials, (index) => index % 4 < 2);
    expect(await countLiveOnReplica(credentials)).toBe(COUNT);
  } finally {
    await regions.postgres.resumeReplay();
  }
});

test("a process that was paused does not use its cached credentials", async () => {
  const [, us] = regions.apis;
  const credentials = await someCredentials(20);
  for (const { token } of credentials) expect(await us.accepts(token)).toBe(true);
  us.signal("SIGSTOP");
  await Promise.all(credentials.map(({ revoke }) => revoke()));
  const revokedAtMs = performance.now();
  await eventually(() => performance.now() - revokedAtMs > MEMORY_MS);
  const answers = credentials.map(({ token }) => us.accepts(token));
  us.signal("SIGCONT");
  expect(await Promise.all(answers)).toEqual(credentials.map(() => false));
});

test("both processes exit with 0 on SIGTERM", async () => {
  expect(await Promise.all(regions.apis.map((api) => api.stop()))).toEqual([0, 0]);
});

async function countReplicaConnections(): Promise<number> {
  const { rows } = await regions.postgres.askStandby(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'catalog-api' AND query LIKE '%api_keys%'",
  );
  return Number(rows[0]?.count);
}

async function countLiveOnReplica(credentials: readonly Credential[]): Promise<number> {
  const { rows } = await regions.postgres.askStandby(
    `SELECT (SELECT count(*) FROM api_keys WHERE id = ANY ($1) AND revoked_at IS NULL)
       + (SELECT count(*) FROM oauth_grants WHERE id = ANY ($1) AND revoked_at IS NULL) AS count`,
    [credentials.map(({ subject }) => subject)],
  );
  return Number(rows[0]?.count);
}
