import pg from "pg";

/** A pooler gives connections to transactions in turn, so session settings would apply to other connections. */
export class SharedSessions extends Error {
  override readonly name = "SharedSessions";
  /** SQLSTATE: connection exception. */
  readonly code = "08000";
  constructor() {
    super("the pooler gives its connections to transactions in turn, so it is not in session mode");
  }
}

const ROUNDS = 5;

/**
 * Checks with two connections that each keeps its PostgreSQL session. In each round, one of them holds a transaction
 * open while the other is used, so a pooler in transaction mode has to give the second one another session. Throws
 * SharedSessions, or the error of a connection that cannot be opened within `timeoutMs`.
 */
export async function proveSessions(connectionString: string, timeoutMs: number): Promise<void> {
  const open = () =>
    new pg.Client({ connectionString, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs }).on(
      "error",
      () => {},
    );
  const holder = open();
  const other = open();
  try {
    await Promise.all([holder.connect(), other.connect()]);
    const sessions = [await sessionOf(holder), await sessionOf(other)];
    for (let round = 0; round < ROUNDS; round += 1) {
      await holder.query("BEGIN");
      const seen = [await sessionOf(holder), await sessionOf(other)];
      await holder.query("COMMIT");
      seen.push(await sessionOf(other));
      if (sessions[0] === sessions[1] || seen.join() !== [...sessions, sessions[1]].join()) throw new SharedSessions();
    }
  } finally {
    await Promise.allSettled([holder.end(), other.end()]);
  }
}

/** The process id of the server process that serves the connection. */
async function sessionOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return rows[0]?.pid;
}
