// A process of a peer: one enqueues, another works. It handles the requests of its parent one after the other. The first
// message says which peer it is, and has the URLs of the servers.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { openSender } from "../signed-sender.mjs";
import { openAttemptLog } from "./attempt-log.mjs";
import { openBullmq } from "./bullmq.mjs";
import { openGraphileWorker } from "./graphile-worker.mjs";
import { load } from "./packages.mjs";
import { openPgBoss } from "./pg-boss.mjs";

const QUEUES = {
  bullmq: openBullmq,
  "pg-boss": openPgBoss,
  "pg-boss-ahead": (set) => openPgBoss({ ...set, isFetchingAhead: true }),
  "graphile-worker": openGraphileWorker,
  "graphile-worker-batched": (set) => openGraphileWorker({ ...set, isBatched: true }),
};
const ENQUEUED_AT_ONCE = 20;

const [{ peer, origins, bodyBytes, databaseUrl, redisUrl }] = await once(process, "message");
const queue = await QUEUES[peer]({ load, databaseUrl, redisUrl });
const log = openAttemptLog(databaseUrl);
const sender = openSender(origins);
let stopWorking;

const asked = {
  async prepare() {
    await log.prepare();
    await queue.prepare();
  },
  /** Enqueues a job for each event and endpoint; returns the ids of the events. */
  async enqueue({ events }) {
    const body = "x".repeat(bodyBytes);
    const all = [];
    for (let left = events; left > 0; left -= ENQUEUED_AT_ONCE) {
      const ids = Array.from({ length: Math.min(left, ENQUEUED_AT_ONCE) }, () => `evt_${randomUUID()}`);
      await queue.enqueue(ids.flatMap((eventId) => jobsOf(eventId, body)));
      all.push(...ids);
    }
    return all;
  },
  async work({ inFlight }) {
    stopWorking = await queue.work({ inFlight, deliver });
  },
  stopWorking: () => stopWorking(),
  hasUnfinished: () => queue.hasUnfinished(),
  countAttempts: () => log.count(),
  async end() {
    await queue.close();
    await log.close();
    await sender.close();
  },
};

function jobsOf(eventId, body) {
  return origins.map((_, endpoint) => ({
    id: `${eventId}.${endpoint}`,
    eventId,
    endpoint,
    body,
  }));
}

/** Resolves when the attempt is in the log. */
async function deliver({ id, eventId, endpoint, body }) {
  const startedAt = new Date();
  const startedAtMs = performance.now();
  const statusCode = await sender.send({ id: eventId, endpoint, body: Buffer.from(body) });
  const durationMs = Math.round(performance.now() - startedAtMs);
  await log.append({ deliveryId: id, number: 1, startedAt, durationMs, statusCode });
  if (statusCode >= 300) throw new Error(`answered ${statusCode}`);
}

process.on("message", async ({ ask, input }) => {
  process.send?.({ answer: await asked[ask](input) });
  if (ask === "end") process.exit(0);
});
process.once("disconnect", () => process.exit(0));
process.send?.({ answer: "ready" });
