import { setTimeout as pause } from "node:timers/promises";

const QUEUE = "deliveries";
const LOOPS = 2;
/** A fetch sorts all pending jobs, so few large fetches are best; the connections of the sender limit the jobs in flight. */
const FETCHED_AHEAD = 10;
const EMPTY_MS = 10;

/** Deliveries as jobs of pg-boss, in PostgreSQL; it fetches as many jobs as may be in flight, or ten times as many. */
export async function openPgBoss({ load, databaseUrl, isFetchingAhead = false }) {
  const PgBoss = load("pg-boss");
  const boss = new PgBoss({ connectionString: databaseUrl, max: LOOPS + 1, schedule: false });
  boss.on("error", console.error);
  await boss.start();

  /** Its own workers wait at least half a second between two batches; loops that call fetch do not. */
  async function fetchAndDeliver({ batchSize, deliver, isWorking }) {
    while (isWorking()) {
      const jobs = await boss.fetch(QUEUE, { batchSize, priority: false });
      if (jobs.length === 0) {
        await pause(EMPTY_MS);
        continue;
      }
      await Promise.all(jobs.map(({ data }) => deliver(data)));
      await boss.complete(
        QUEUE,
        jobs.map(({ id }) => id),
      );
    }
  }

  return {
    prepare: () => boss.createQueue(QUEUE, { retryLimit: 10, retryBackoff: true }),
    enqueue: (jobs) => boss.insert(jobs.map((data) => ({ name: QUEUE, data }))),
    async work({ inFlight, deliver }) {
      let isStopped = false;
      const work = {
        batchSize: isFetchingAhead ? inFlight * FETCHED_AHEAD : inFlight,
        deliver,
        isWorking: () => !isStopped,
      };
      const loops = Promise.all(Array.from({ length: LOOPS }, () => fetchAndDeliver(work)));
      return async () => {
        isStopped = true;
        await loops;
      };
    },
    hasUnfinished: async () => (await boss.getQueueSize(QUEUE, { before: "completed" })) > 0,
    close: () => boss.stop({ graceful: false }),
  };
}
