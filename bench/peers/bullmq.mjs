const QUEUE = "deliveries";

/** Deliveries as jobs of BullMQ, in Redis. */
export async function openBullmq({ load, redisUrl }) {
  const { Queue, Worker } = load("bullmq");
  const connection = { url: redisUrl, maxRetriesPerRequest: null };
  const queue = new Queue(QUEUE, {
    connection,
    defaultJobOptions: { removeOnComplete: true, attempts: 10, backoff: { type: "exponential", delay: 1_000 } },
  });
  await queue.waitUntilReady();
  return {
    prepare: async () => {},
    enqueue: (jobs) => queue.addBulk(jobs.map((data) => ({ name: "deliver", data }))),
    async work({ inFlight, deliver }) {
      const worker = new Worker(QUEUE, (job) => deliver(job.data), { connection, concurrency: inFlight });
      worker.on("error", console.error);
      await worker.waitUntilReady();
      return () => worker.close();
    },
    hasUnfinished: async () => (await queue.getJobCountByTypes("wait", "active", "delayed", "failed")) > 0,
    close: () => queue.close(),
  };
}
