import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { isAlive } from "./postmaster-file.js";

/** The server to keep alive. */
export interface SuperviseOptions {
  readonly superuserUrl: string;
  /** Brings the server back on the same port after it ended by itself; resolves when it accepts connections. */
  readonly restart: () => Promise<void>;
  /** Ends the server. */
  readonly shutDown: () => Promise<void>;
  readonly log: (message: string) => void;
}

/** The watch over a running server. */
export interface Supervision {
  /** Ends the watch, and the server too unless another living process supervises it. */
  stop(): Promise<void>;
}

/** Held for life by the one process that will stop the server; the lock ends with the process, however that ends. */
const SUPERVISOR_LOCK = 1_397_904_195;
const LOCK_TIMEOUT_MS = 5_000;
const LOCK_POLL_MS = 20;
const RESTART_PAUSE_MAX_MS = 30_000;
const NAME_PREFIX = "skucast supervisor ";

/** Makes this process the server's supervisor, unless a living one has that place: then it only uses the server. */
export async function supervise(options: SuperviseOptions): Promise<Supervision> {
  let client = await connect(options.superuserUrl);
  if (!(await takeLock(client))) return { stop: () => client.end() };
  const stopping = new AbortController();
  const watch = async () => {
    for (;;) {
      await ended(client, stopping.signal);
      if (stopping.signal.aborted) return;
      options.log("PostgreSQL ended by itself and is started again.");
      const restarted = await restartUntilItRuns(options, stopping.signal);
      if (!restarted) return;
      client = restarted;
    }
  };
  const watching = watch();
  return {
    stop: async () => {
      stopping.abort();
      await watching;
      await client.end().catch(() => {});
      await options.shutDown();
    },
  };
}

async function ended(client: pg.Client, signal: AbortSignal): Promise<void> {
  await once(client, "end", { signal }).catch(() => {}); // aborted: the caller looks at the signal
}

async function restartUntilItRuns(options: SuperviseOptions, signal: AbortSignal): Promise<pg.Client | undefined> {
  for (let pauseMs = 500; !signal.aborted; pauseMs = Math.min(pauseMs * 2, RESTART_PAUSE_MAX_MS)) {
    try {
      await options.restart();
      const client = await connect(options.superuserUrl);
      await takeLock(client);
      return client;
    } catch (error) {
      options.log(`PostgreSQL does not come back: ${error instanceof Error ? error.message : error}`);
      await delay(pauseMs, undefined, { signal }).catch(() => {});
    }
  }
  return undefined;
}

async function connect(superuserUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: superuserUrl,
    connectionTimeoutMillis: 10_000,
    application_name: NAME_PREFIX + process.pid,
    keepAlive: true,
  });
  client.on("error", () => {}); // an end follows, and that is watched
  await client.connect();
  return client;
}

/** Answers false when a living process holds the lock. The server may take a moment to notice that one is dead. */
async function takeLock(client: pg.Client): Promise<boolean> {
  for (const deadline = Date.now() + LOCK_TIMEOUT_MS; ; await delay(LOCK_POLL_MS)) {
    const { rows } = await client.query("SELECT pg_try_advisory_lock($1) AS taken", [SUPERVISOR_LOCK]);
    if (rows[0].taken) return true;
    if ((await holderIsAlive(client)) || Date.now() > deadline) return false;
  }
}

async function holderIsAlive(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE locktype = 'advisory' AND objid = $1 AND granted`,
    [SUPERVISOR_LOCK],
  );
  const [holder] = rows;
  return holder !== undefined && isAlive(Number(String(holder.name).slice(NAME_PREFIX.length)));
}
