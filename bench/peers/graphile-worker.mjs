import pg from "pg";

const TASK = "deliver";
const CONNECTIONS = 10;
/** What its performance guide advises for many short jobs; without it, jobs are fetched and completed one by one. */
const BATCHES = { localQueue: { size: 500 }, completeJobBatchDelay: 20, failJobBatchDelay: 20 };

/** Deliveries as jobs of graphile-worker, in PostgreSQL: with its defaults, or fetched and completed in batches. */
export async function openGraphileWorker({ load, databaseUrl, isBatched = false }) {
  const { Logger, makeWorkerUtils, run } = load("graphile-worker");
  const pgPool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS });
  pgPool.on("error", console.error);
  pgPool.on("connect", (client) => client.on("error", console.error));
  const logger = new Logger(() => (level, message) => level === "error" && console.error(message));
  const utils = await makeWorkerUtils({ pgPool, logger });
  return {
    prepare: () => utils.migrate(),
    enqueue: (jobs) => utils.addJobs(jobs.map((payload) => ({ identifier: TASK, payload, maxAttempts: 10 }))),
    async work({ inFlight, deliver }) {
      const runner = await run({
        pgPool,
        logger,
        concurrency: inFlight,
        noHandleSignals: true,
        taskList: { [TASK]: deliver },
        preset: { worker: isBatched ? BATCHES : {} },
      });
      return () => runner.stop();
    },
    hasUnfinished: async () => (await pgPool.query("SELECT FROM graphile_worker.jobs LIMIT 1")).rowCount > 0,
    async close() {
      await utils.release();
      await pgPool.end();
    },
  };
}
