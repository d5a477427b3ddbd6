import pg from "pg";

/** Time for the answer to arrive after PostgreSQL itself would have ended the statement. */
const GRACE_MS = 5_000;

/** The time limits of clients whose current transaction has another one than its session. */
const limits = new WeakMap<pg.ClientBase, number>();

/**
 * Sets `statement_timeout` for the rest of the transaction, and how long the client then waits for a response. Statements
 * that take longer than the limit of the session need this.
 */
export async function limitStatements(client: pg.ClientBase, timeoutMs: number): Promise<void> {
  limits.set(client, timeoutMs);
  await client.query(`SET LOCAL statement_timeout = ${Math.ceil(timeoutMs)}`);
}

/** A class of connections that notice that their server is gone. */
export type GuardedClient = new (config?: string | pg.ClientConfig) => pg.Client;

/** Ends what `limitStatements` set. */
export const resetStatementLimit = (client: pg.ClientBase): boolean => limits.delete(client);

/**
 * Creates a class of connections that break when PostgreSQL has not answered a statement five seconds after its time
 * limit. PostgreSQL ends a statement at that limit itself, so its machine is gone, hangs or cannot be reached: for
 * example a former primary, whose connections no one closes. Without this, the statement would wait until TCP gives up,
 * which takes 15 minutes on Linux.
 */
export function guardedClient(timeoutMs: number): GuardedClient {
  return class extends pg.Client {
    #unansweredCount = 0;
    #timer: NodeJS.Timeout | undefined;

    constructor(config?: string | pg.ClientConfig) {
      super(config);
      this.connection.on("readyForQuery", () => this.#answered());
      this.connection.once("end", () => clearTimeout(this.#timer));
    }

    // biome-ignore lint/suspicious/noExplicitAny: the library declares more than ten overloads
    override query(config: any, ...rest: any[]): any {
      const result = super.query(config, ...rest);
      this.#unansweredCount += 1;
      if (this.#unansweredCount === 1) this.#wait();
      return result;
    }

    /** The server also sends this once after the login, when no statement was sent. */
    #answered(): void {
      clearTimeout(this.#timer);
      if (this.#unansweredCount > 0) this.#unansweredCount -= 1;
      if (this.#unansweredCount > 0) this.#wait();
    }

    #wait(): void {
      this.#timer = setTimeout(
        () => {
          this.connection.stream.destroy(new Error("Connection terminated: PostgreSQL does not respond"));
        },
        (limits.get(this) ?? timeoutMs) + GRACE_MS,
      ).unref();
    }
  };
}
