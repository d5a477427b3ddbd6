import type { Binding } from "@skucast/contracts/principal";
import type pg from "pg";
import { connectTimeoutMs } from "./connect-timeout.js";
import { connectionOf, type Pooler, type Role } from "./connection-settings.js";
import { type ConnectionShares, createConnectionShares } from "./connection-shares.js";
import { PatientPool, type PatientPoolOptions } from "./patient-pool.js";

/** A connection while a transaction holds it. */
export type TransactionClient = pg.PoolClient;

/** Pools of connections by role. There is no other way to a connection. */
export interface Database {
  /** Row-level security shows it the one workspace that the transaction names, or nothing. */
  readonly app: pg.Pool;
  /** Whoever holds a connection of `app` for a workspace holds it within the workspace's share. */
  readonly shares: ConnectionShares;
  /** Workers' role: all workspaces, only the tables granted to it. */
  readonly system: pg.Pool;
  /** For those who have no account: sees what workspaces have put into the public directory, and reads no table. */
  readonly visitor: pg.Pool;
  /** A read replica as the workers' role, which may lag; none when no address was given. */
  readonly replica?: pg.Pool;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /**
   * A connection string whose user may become skucast_app and skucast_system. Its `connect_timeout` says how long a
   * request may wait for a connection.
   */
  readonly url: string;
  /** What is between. Default nothing. */
  readonly pooler?: Pooler;
  /** The same for a read replica. */
  readonly replicaUrl?: string | undefined;
  readonly appConnectionsMax?: number;
  readonly systemConnectionsMax?: number;
  /** Name shown in pg_stat_activity. */
  readonly name?: string;
  /** Told about connections that break while idle; the pool replaces them. */
  readonly onIdleError?: (error: Error) => void;
}

const STATEMENT_TIMEOUT_MS = 30_000;
const SESSION_SETTINGS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS * 2,
  // A prepared statement keeps the plan that it got while its table was small, and a table that grows from nothing to a
  // hundred thousand rows within a minute has no statistics yet: every execution would read all of it. Each statement
  // of ours has an index to go by; a table without one is still read through.
  enable_seqscan: "off",
  // Where PostgreSQL avoids such reading by a price on it, that price would have each statement compiled.
  jit: "off",
} as const;
/**
 * Workers run the same statements with other keys, a few rows each time. Left to itself PostgreSQL plans each execution
 * anew, which takes longer than the execution does: a plan for the one key at hand always looks cheaper than one for any.
 */
const WORKERS_SETTINGS = { plan_cache_mode: "force_generic_plan" } as const;
/** Visitors wait no longer than a person does. */
const VISITORS_SETTINGS = { statement_timeout: 5_000 } as const;
/** All of them also stand in infra/pgbouncer/transaction.ini. */
const SETTINGS = {
  skucast_app: SESSION_SETTINGS,
  skucast_system: { ...SESSION_SETTINGS, ...WORKERS_SETTINGS },
  skucast_public: { ...SESSION_SETTINGS, ...VISITORS_SETTINGS },
} as const satisfies Record<Role, object>;
const CONNECTIONS_MAX = 10;
/** Opening one costs as much as a thousand statements: those that a burst needed are kept for the next one. */
const IDLE_CLOSE_MS = 300_000;
const GROW_AFTER_MS = 20;
/** Visitors share few connections: they must not take the service from its users. */
const VISITOR_CONNECTIONS_MAX = 4;
/** Whoever asks the replica can ask the primary instead: it is given up soon. */
const REPLICA_TIMEOUT_MS = 1_000;

/** Opens the pools; connections are made when they are needed and closed when idle. */
export function openDatabase(options: DatabaseOptions): Database {
  const appConnectionsMax = options.appConnectionsMax ?? CONNECTIONS_MAX;
  const app = openPool(options, "skucast_app", appConnectionsMax);
  const system = openPool(options, "skucast_system", options.systemConnectionsMax ?? CONNECTIONS_MAX);
  const visitor = openPool(options, "skucast_public", VISITOR_CONNECTIONS_MAX);
  const { replicaUrl } = options;
  const replica = replicaUrl === undefined ? undefined : openReplica({ ...options, url: replicaUrl });
  return {
    app,
    shares: createConnectionShares(appConnectionsMax, { waitMaxMs: connectTimeoutMs(options.url) }),
    system,
    visitor,
    ...(replica && { replica }),
    close: async () => {
      await Promise.all([app.end(), system.end(), visitor.end(), replica?.end()]);
    },
  };
}

function openReplica(options: DatabaseOptions): pg.Pool {
  const limits = { connectionTimeoutMillis: REPLICA_TIMEOUT_MS, query_timeout: REPLICA_TIMEOUT_MS };
  return openPool(options, "skucast_system", options.systemConnectionsMax ?? CONNECTIONS_MAX, limits);
}

function openPool(
  options: DatabaseOptions,
  role: Role,
  max: number,
  limits: Partial<PatientPoolOptions> = {},
): pg.Pool {
  const pool = new PatientPool({
    ...connectionOf(
      { url: options.url, pooler: options.pooler ?? "none", timeoutMs: connectTimeoutMs(options.url) },
      { role, ...SETTINGS[role] },
    ),
    max,
    growAfterMs: GROW_AFTER_MS,
    application_name: options.name ?? "skucast",
    connectionTimeoutMillis: connectTimeoutMs(options.url),
    idleTimeoutMillis: IDLE_CLOSE_MS,
    ...limits,
  });
  pool.on("error", (error) => options.onIdleError?.(error));
  // A connection that breaks between two statements of a transaction tells only its client; the next statement fails.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Runs `work` in one transaction that sees what the actor may see of the workspace; commits when it resolves. */
export function inWorkspace<T>(
  db: Database,
  binding: Binding,
  work: (client: TransactionClient) => Promise<T>,
): Promise<T> {
  return boundTransaction(db, binding, work, "COMMIT");
}

/** Runs `work` as `inWorkspace` does, with every check of the database, and stores nothing of it. */
export function tryInWorkspace<T>(
  db: Database,
  binding: Binding,
  work: (client: TransactionClient) => Promise<T>,
): Promise<T> {
  return boundTransaction(db, binding, work, "ROLLBACK");
}

function boundTransaction<T>(
  db: Database,
  { workspaceId, actor }: Binding,
  work: (client: TransactionClient) => Promise<T>,
  end: "COMMIT" | "ROLLBACK",
): Promise<T> {
  const bound = async (client: TransactionClient): Promise<T> => {
    await client.query("SELECT set_config('app.workspace_id', $1, true), set_config('app.actor', $2, true)", [
      workspaceId,
      actor,
    ]);
    return work(client);
  };
  return db.shares.run(workspaceId, () => inTransaction(db.app, bound, end));
}

/** Runs `work` in one transaction of the workers' role. */
export function inSystem<T>(db: Database, work: (client: TransactionClient) => Promise<T>): Promise<T> {
  return inTransaction(db.system, work);
}

async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: TransactionClient) => Promise<T>,
  end: "COMMIT" | "ROLLBACK" = "COMMIT",
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query(end);
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
