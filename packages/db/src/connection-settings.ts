import type pg from "pg";
import { type GuardedClient, guardedClient } from "./guarded-client.js";
import { proveSessions } from "./prove-sessions.js";

/** The roles that applications run as. The baseline migration describes them. */
export type Role = "skucast_app" | "skucast_system" | "skucast_public";

/**
 * What connections to PostgreSQL go through.
 *
 * With `none`, role and settings are start-up options of the connection, so they apply to every statement. With
 * `session`, they are set after connecting, because PgBouncer rejects such options. A check first proves that the
 * pooler is in session mode: otherwise they would apply to other connections too. With `transaction`, each transaction
 * may get another connection, which must have role and settings already: the connection string contains `{role}`, no
 * session state is used, and statements have no names.
 */
export const POOLERS = ["none", "session", "transaction"] as const;
export type Pooler = (typeof POOLERS)[number];

export const ROLE_PLACEHOLDER = "{role}";

/** The node-postgres options for connections of a role. `statement_timeout` is in milliseconds. */
export function connectionOf(
  { url, pooler, timeoutMs }: { url: string; pooler: Pooler; timeoutMs: number },
  settings: Readonly<{ role: Role; statement_timeout: number } & Record<string, string | number>>,
): pg.PoolConfig {
  const entries = Object.entries(settings);
  const Client = guardedClient(settings.statement_timeout);
  switch (pooler) {
    case "none":
      return {
        Client,
        connectionString: url,
        options: entries.map(([name, value]) => `-c ${name}=${value}`).join(" "),
      };
    case "session": {
      const text = entries.map(([name, value]) => `SET ${name} = '${value}'`).join("; ");
      // `query_timeout`, because node-postgres applies the connection timeout only to connecting, not to the statements
      // that follow.
      const statement = { text, query_timeout: timeoutMs };
      const proven = once(() => proveSessions(url, timeoutMs));
      const onConnect = async (client: pg.ClientBase) => {
        await proven();
        await client.query(statement);
      };
      return { Client, connectionString: url, onConnect };
    }
    case "transaction":
      return { connectionString: url.replaceAll(ROLE_PLACEHOLDER, settings.role), Client: unnamed(Client) };
  }
}

/** Runs the work once for all calls. After a failure, the next call runs it again. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work().catch((error: unknown) => {
      done = undefined;
      throw error;
    });
    return done;
  };
}

/** Removes the name of every statement: the next transaction may use a connection that has not prepared it. */
function unnamed(Client: GuardedClient): GuardedClient {
  return class UnnamedClient extends Client {
    // biome-ignore lint/suspicious/noExplicitAny: the library declares more than ten overloads
    override query(config: any, ...rest: any[]): any {
      const isPlain = typeof config === "object" && config !== null && typeof config.submit !== "function";
      return super.query(isPlain ? { ...config, name: undefined } : config, ...rest);
    }
  };
}
