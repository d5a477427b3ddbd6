// One peer at the same work as in measure-deliveries.mjs: a job for each delivery, signatures and an attempt log.
import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { cpuOf, cpuOfServer } from "../cpu.mjs";
import { startRedis } from "./redis.mjs";

/** The number with the best rate is measured. */
const IN_FLIGHT = [50, 100, 200];
const TRIAL_SHARE = 4;
const TIMEOUT_MS = 300_000;

/**
 * The rate of one worker with the best number of jobs in flight, and the CPU microseconds per delivery of each process. It
 * has its own database on the PostgreSQL of the testbed, and its own Redis if it `needsRedis`.
 */
export async function measurePeer({ testbed, receiver, peer, needsRedis, events, bodyBytes }) {
  const redis = needsRedis ? await startRedis(testbed.dir) : undefined;
  const databaseUrl = await createDatabase(testbed, `peer_${peer}`);
  const setUp = { peer, origins: receiver.origins, bodyBytes, databaseUrl, redisUrl: redis?.url };
  const worker = await startProgram(setUp);
  await worker.ask("prepare");
  const enqueuer = await startProgram(setUp);
  const run = { testbed, receiver, redis, worker, enqueuer, bodyBytes };
  try {
    const trials = [];
    for (const inFlight of IN_FLIGHT)
      trials.push(await deliver(run, { inFlight, events: Math.ceil(events / TRIAL_SHARE) }));
    const [{ inFlight }] = trials.sort((a, b) => b.rate - a.rate);
    return await deliver(run, { inFlight, events });
  } finally {
    await Promise.all([worker.end(), enqueuer.end()]);
    await redis?.stop();
  }
}

/** Measures from the first enqueued job to the last completed one, whose row in the log is committed before. */
async function deliver({ testbed, receiver, redis, worker, enqueuer, bodyBytes }, { inFlight, events }) {
  const count = events * receiver.origins.length;
  const wanted = receiver.count() + count;
  const logged = await worker.ask("countAttempts");
  const cpuNow = () => ({
    worker: cpuOf(worker.pid),
    enqueuer: cpuOf(enqueuer.pid),
    postgres: cpuOfServer(testbed.postmaster),
    redis: redis ? cpuOf(redis.pid) : 0,
  });
  await worker.ask("work", { inFlight });
  const before = cpuNow();
  const startedAtMs = performance.now();
  const ids = await enqueuer.ask("enqueue", { events });
  while (receiver.count() < wanted) await soon(startedAtMs);
  const seconds = (performance.now() - startedAtMs) / 1_000;
  while (await worker.ask("hasUnfinished")) await soon(startedAtMs);
  const after = cpuNow();
  await worker.ask("stopWorking");
  const attempts = (await worker.ask("countAttempts")) - logged;
  if (attempts !== count) throw new Error(`${attempts} attempts of ${count} deliveries are in the log`);
  await receiver.compare(ids.map((id) => ({ id, body: "x".repeat(bodyBytes) })));
  const us = (part) => (after[part] - before[part]) / count;
  return {
    inFlight,
    rate: count / seconds,
    workerUs: us("worker"),
    enqueuerUs: us("enqueuer"),
    storeUs: us("postgres") + us("redis"),
  };
}

async function soon(startedAtMs) {
  if (performance.now() - startedAtMs > TIMEOUT_MS) throw new Error("the deliveries did not finish");
  await pause(20);
}

async function createDatabase({ superuserUrl }, name) {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query(`CREATE DATABASE "${name}"`);
  await client.end();
  return superuserUrl.replace(/\/skucast$/, `/${name}`);
}

/** A process of the peer, which handles one request after the other. */
async function startProgram(setUp) {
  const child = fork(fileURLToPath(new URL("program.mjs", import.meta.url)));
  const ended = once(child, "exit");
  /** @returns {Promise<never>} */
  const failed = async () => {
    const [code] = await ended;
    throw new Error(`${setUp.peer} ended with code ${code}`);
  };
  const tell = async (message) => {
    child.send(message);
    const [{ answer }] = await Promise.race([once(child, "message"), failed()]);
    return answer;
  };
  await tell(setUp);
  return {
    pid: child.pid,
    ask: (ask, input) => tell({ ask, input }),
    async end() {
      if (child.connected) child.send({ ask: "end" });
      await ended;
    },
  };
}
