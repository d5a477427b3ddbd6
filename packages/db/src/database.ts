import type { Binding } from "@skucast/contracts/principal";
import type pg from "pg";
import { connectTimeoutMs } from "./connect-timeout.js";
import { connectionOf, type Pooler, type Role } from "./connection-settings.js";
import { type ConnectionShares, createConnectionShares } from "./connection-shares.js";
import { resetStatementLimit } from "./guarded-client.js";
import { QueueingPool, type QueueingPoolOptions } from "./queueing-pool.js";

/** A connection during a transaction. */
export type TransactionClient = pg.PoolClient;

/** Pools of connections by role. All connections of the applications come from them. */
export interface Database {
  /** skucast_app. Row-level security shows it the workspace of the transaction, or nothing. */
  readonly app: pg.Pool;
  /** A transaction for a workspace takes its connection of `app` from the share of the workspace. */
  readonly shares: ConnectionShares;
  /** skucast_system: all workspaces, but only the tables granted to it. */
  readonly system: pg.Pool;
  /** skucast_public, for clients without an account: sees the public directory, and reads no table. */
  readonly visitor: pg.Pool;
  /** A read replica as skucast_system. It may lag. Undefined if no URL was given. */
  readonly replica?: pg.Pool;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /**
   * A connection string whose user may become skucast_app, skucast_system and skucast_public. Its `connect_timeout`
   * says how long a request may wait for a connection.
   */
  readonly url: string;
  /** What connections go through. Default `none`. */
  readonly pooler?: Pooler;
  /** The connection string of a read replica. */
  readonly replicaUrl?: string | undefined;
  readonly appConnectionsMax?: number;
  readonly systemConnectionsMax?: number;
  /** How long a statement may take, unless its transaction sets another limit. Default 30 s. */
  readonly statementTimeoutMs?: number;
  /** Name shown in pg_stat_activity. */
  readonly name?: string;
  /** Called when an idle connection breaks. The pool replaces it. */
  readonly onIdleError?: (error: Error) => void;
}

const STATEMENT_TIMEOUT_MS = 30_000;
const SESSION_SETTINGS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS * 2,
  // A prepared statement keeps the plan that it got while its table was small. A table that grows to a hundred thousand
  // rows within a minute has no statistics yet, so every execution would read all of it. Each of our statements has an
  // index to use. A table without one is still read whole.
  enable_seqscan: "off",
  // PostgreSQL avoids sequential scans by adding to their cost. With that cost, it would JIT-compile each statement.
  jit: "off",
} as const;
/**
 * Workers run the same statements with other keys, a few rows each time. By default PostgreSQL plans each execution
 * again, which takes longer than the execution: a plan for one known key always seems less expensive than one for any
 * key.
 */
const WORKERS_SETTINGS = { plan_cache_mode: "force_generic_plan" } as const;
/** Visitors wait for the response, so it must come within seconds. */
const VISITORS_SETTINGS = { statement_timeout: 5_000 } as const;
/** infra/pgbouncer/transaction.ini contains the same settings. */
const SETTINGS = {
  skucast_app: SESSION_SETTINGS,
  skucast_system: { ...SESSION_SETTINGS, ...WORKERS_SETTINGS },
  skucast_public: { ...SESSION_SETTINGS, ...VISITORS_SETTINGS },
} as const satisfies Record<Role, object>;
const CONNECTIONS_MAX = 10;
/** Opening a connection costs as much as a thousand statements, so those of a burst are kept for the next one. */
const IDLE_CLOSE_MS = 300_000;
/** A process of PostgreSQL keeps the memory that its largest statement needed, and caches of every table it has seen. */
const LIFETIME_SECONDS = 1_800;
const GROW_AFTER_MS = 20;
const KEEP_ALIVE_MS = 10_000;
/** Visitors share few connections, so that they do not slow down users. */
const VISITOR_CONNECTIONS_MAX = 4;
/** Callers fall back to the primary, so the time limit of the replica is short. */
const REPLICA_TIMEOUT_MS = 1_000;

/** Opens the pools. Connections are opened on demand and closed when idle. */
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
  limits: Partial<QueueingPoolOptions> = {},
): pg.Pool {
  const { statementTimeoutMs } = options;
  const pool = new QueueingPool({
    ...connectionOf(
      { url: options.url, pooler: options.pooler ?? "none", timeoutMs: connectTimeoutMs(options.url) },
      { role, ...SETTINGS[role], ...(statementTimeoutMs !== undefined && { statement_timeout: statementTimeoutMs }) },
    ),
    max,
    growAfterMs: GROW_AFTER_MS,
    application_name: options.name ?? "skucast",
    connectionTimeoutMillis: connectTimeoutMs(options.url),
    idleTimeoutMillis: IDLE_CLOSE_MS,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    // A connection that only listens, or waits for an answer, sends nothing. The probes show that its server is gone.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...limits,
  });
  pool.on("release", (_error, client) => resetStatementLimit(client));
  pool.on("error", (error) => options.onIdleError?.(error));
  // If a connection breaks between two statements of a transaction, only the client gets an event. The next statement
  // fails.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Runs `work` in one transaction that sees what the actor may see of the workspace. Commits when it resolves. */
export function inWorkspace<T>(
  db: Database,
  binding: Binding,
  work: (client: TransactionClient) => Promise<T>,
): Promise<T> {
  return boundTransaction(db, binding, work, "COMMIT");
}

/** Runs `work` like `inWorkspace`, with every check of the database, and rolls it back. */
export function tryInWorkspace<T>(
  db: Database,
  binding: Binding,
  work: (client: TransactionClient) => Promise<T>,
): Promise<T> {
  return boundTransaction(db, binding, work, "ROLLBACK");
}

const BIND = `
  SELECT set_config('app.workspace_id', $1, true), set_config('app.actor', $2, true), set_config('app.reads_audit_log', $3, true)`;

function boundTransaction<T>(
  db: Database,
  { workspaceId, actor, readsAuditLog = false }: Binding,
  work: (client: TransactionClient) => Promise<T>,
  end: "COMMIT" | "ROLLBACK",
): Promise<T> {
  const bound = async (client: TransactionClient): Promise<T> => {
    await client.query(BIND, [workspaceId, actor, readsAuditLog ? "on" : "off"]);
    return work(client);
  };
  return db.shares.run(workspaceId, () => inTransaction(db.app, bound, end));
}

/** Runs `work` in one transaction as skucast_system. */
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
