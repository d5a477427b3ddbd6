import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { isAlive } from "./postmaster-file.js";

/** The server to keep running. */
export interface SuperviseOptions {
  readonly superuserUrl: string;
  /** Restarts the server on the same port after it ended unexpectedly; resolves when it accepts connections. */
  readonly restart: () => Promise<void>;
  /** Stops the server. */
  readonly shutDown: () => Promise<void>;
  readonly log: (message: string) => void;
}

/** The supervision of a running server. */
export interface Supervision {
  /** Ends the supervision, and stops the server unless another running process supervises it. */
  stop(): Promise<void>;
}

/** An advisory lock that the supervising process holds. PostgreSQL releases it when that process ends in any way. */
const SUPERVISOR_LOCK = 1_397_904_195;
const LOCK_TIMEOUT_MS = 5_000;
const LOCK_POLL_MS = 20;
const RESTART_PAUSE_MAX_MS = 30_000;
const NAME_PREFIX = "skucast supervisor ";

/** Makes this process the server's supervisor, unless another running process already is. */
export async function supervise(options: SuperviseOptions): Promise<Supervision> {
  let client = await connect(options.superuserUrl);
  if (!(await takeLock(client))) return { stop: () => client.end() };
  const stopping = new AbortController();
  const watch = async () => {
    for (;;) {
      await ended(client, stopping.signal);
      if (stopping.signal.aborted) return;
      options.log("PostgreSQL ended unexpectedly and is restarted.");
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
  await once(client, "end", { signal }).catch(() => {}); // if aborted, the caller checks the signal
}

async function restartUntilItRuns(options: SuperviseOptions, signal: AbortSignal): Promise<pg.Client | undefined> {
  for (let pauseMs = 500; !signal.aborted; pauseMs = Math.min(pauseMs * 2, RESTART_PAUSE_MAX_MS)) {
    try {
      await options.restart();
      const client = await connect(options.superuserUrl);
      await takeLock(client);
      return client;
    } catch (error) {
      options.log(`PostgreSQL could not be restarted: ${error instanceof Error ? error.message : error}`);
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
  client.on("error", () => {}); // the event `end` follows and is handled
  await client.connect();
  return client;
}

/**
 * Returns false if a running process holds the lock. Retries, because the server may not have noticed yet that the
 * holder ended.
 */
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
