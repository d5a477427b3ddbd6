// Transactions that are rolled back, committed late, or held open.
import { setTimeout as pause } from "node:timers/promises";
import { newId } from "@skucast/contracts/ids";
import { appendEvent } from "@skucast/events/append-event";
import pg from "pg";
import { checkInvariants, percentile } from "../expect.mjs";
import { firstAttemptLatencies } from "../latency.mjs";
import { startSystem } from "../system.mjs";

const ROLLBACKS = 10_000;
const SIDE_BY_SIDE = 8;

export const rollbackStorm = {
  title: `${ROLLBACKS} transactions rolled back after their event was appended, during normal load`,
  async run(testbed, checks) {
    const system = await startSystem(testbed, { endpoints: 1 });
    const writer = system.startWriting(50);
    const ghosts = new Set();
    await Promise.all(
      Array.from({ length: SIDE_BY_SIDE }, async () => {
        for (let i = 0; i < ROLLBACKS / SIDE_BY_SIDE; i += 1) {
          await inOwnTransaction(testbed, async (client) => {
            ghosts.add(await append(client, system.workspace));
            return "ROLLBACK";
          });
        }
      }),
    );
    await writer.stop();
    await testbed.drained(30_000);
    const arrived = system.receiver.received.filter(({ eventId }) => ghosts.has(eventId)).length;
    checks.check(
      `${arrived} of ${ghosts.size} rolled back events arrived (none)`,
      arrived === 0 && ghosts.size === ROLLBACKS,
    );
    checkInvariants(checks, await testbed.verdict(writer.accepted));
  },
};

const LATE = 50;

export const lateCommits = {
  title: `${LATE} transactions hold early event ids and commit after later ones were sent`,
  async run(testbed, checks) {
    const system = await startSystem(testbed, { endpoints: 1 });
    /** @type {PromiseWithResolvers<void>} */
    const open = Promise.withResolvers();
    const late = Array.from({ length: LATE }, () =>
      inOwnTransaction(testbed, async (client) => {
        await append(client, system.workspace);
        await open.promise;
        return "COMMIT";
      }),
    );
    await pause(1_000);
    const writer = system.startWriting(100);
    await pause(5_000);
    await writer.stop();
    await testbed.drained(30_000);
    const before = system.receiver.received.length;
    open.resolve();
    await Promise.all(late);
    await testbed.drained(30_000);
    const after = system.receiver.received.length - before;
    checks.check(`${before} later events were sent first, then all ${after} early ones`, before > 0 && after === LATE);
    checkInvariants(checks, await testbed.verdict(writer.accepted));
  },
};

const PHASE_MS = 60_000;
const WRITES_PER_SECOND = 60;
/** The outbox rows of the events of half an hour, as if the snapshot had been open for so long. */
const SENT_ROWS = WRITES_PER_SECOND * 1_800;

export const heldSnapshot = {
  title: `a snapshot held open for ${PHASE_MS / 1_000} s at ${WRITES_PER_SECOND} writes/s, with the rows of ${SENT_ROWS} sent events that it keeps in the outbox`,
  async run(testbed, checks) {
    const system = await startSystem(testbed, { endpoints: 1 });
    const writer = system.startWriting(WRITES_PER_SECOND);
    await pause(5_000);
    const fromMs = Date.now();
    await pause(PHASE_MS / 2);
    const heldFromMs = Date.now();
    const holder = new pg.Client({ connectionString: testbed.postgres.ownerUrl });
    await holder.connect();
    await holder.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
    await holder.query("SELECT pg_current_xact_id()");
    await leaveSentRows(testbed, system.workspace);
    await pause(PHASE_MS);
    const endMs = Date.now();
    const { rows } = await testbed.db.system.query("SELECT pg_total_relation_size('outbox') / 1048576.0 AS mb");
    await holder.query("COMMIT");
    await holder.end();
    await writer.stop();
    await testbed.drained(30_000);
    const latencies = await firstAttemptLatencies(testbed, system.receiver);
    const phase = (from, until) => {
      const isIn = (ms) => ms >= from && ms < until;
      const arrived = latencies.filter(({ createdAtMs, ms }) => isIn(createdAtMs + ms));
      const written = latencies.filter(({ createdAtMs }) => isIn(createdAtMs));
      return {
        rate: (arrived.length * 1_000) / (until - from),
        writeRate: (written.length * 1_000) / (until - from),
        // More than was written can arrive only if something was pending before.
        share: Math.min(1, arrived.length / written.length),
        p99: percentile(
          arrived.map(({ ms }) => ms),
          0.99,
        ),
      };
    };
    const free = phase(fromMs, heldFromMs);
    const held = phase(heldFromMs, endMs);
    const share = (100 * held.share) / free.share;
    const tell = ({ rate, writeRate, p99 }) =>
      `${rate.toFixed(0)} deliveries/s of ${writeRate.toFixed(0)} writes/s (p99 ${p99} ms)`;
    checks.check(`${tell(held)}, ${tell(free)} before: ${share.toFixed(0)} % (at least 95)`, share >= 95);
    const mb = Number(rows[0].mb);
    checks.check(`the outbox is ${mb.toFixed(1)} MB (at most 50)`, mb <= 50);
    checkInvariants(checks, await testbed.verdict(writer.accepted));
  },
};

/** Writes rows of earlier events and deletes them as the relay does. */
async function leaveSentRows(testbed, workspace) {
  await inOwnTransaction(testbed, async (client) => {
    await client.query(
      `INSERT INTO outbox (workspace_id, event_id, created_at)
       SELECT $1, $2 || lpad(n::text, 6, '0'), now() FROM generate_series(1, $3::int) n`,
      [workspace.id, newId("evt", Date.now() - 1_800_000).slice(0, -6), SENT_ROWS],
    );
    await client.query("DELETE FROM outbox WHERE event_id < $1", [newId("evt", Date.now() - 1_700_000)]);
    return "COMMIT";
  });
}

function append(client, workspace) {
  const data = { object: { id: newId("prod") }, previous: {} };
  return appendEvent(client, {
    workspaceId: workspace.id,
    type: "product.created",
    sequence: 1,
    data,
    now: new Date(),
  });
}

/** `work` returns how the transaction ends. It has its own connection, because it would block the small pool. */
async function inOwnTransaction(testbed, work) {
  const options = "-c role=skucast_system";
  const client = new pg.Client({ connectionString: testbed.postgres.appUrl, options });
  client.on("error", () => {}); // the server may stop while a transaction is still open
  await client.connect();
  try {
    await client.query("BEGIN");
    await client.query(await work(client));
  } finally {
    await client.end();
  }
}
