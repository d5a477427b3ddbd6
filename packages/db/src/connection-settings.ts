import pg from "pg";
import { proveSessions } from "./prove-sessions.js";

/** The roles that the applications run as; see the migrations of the foundation and of the public directory. */
export type Role = "skucast_app" | "skucast_system" | "skucast_public";

/**
 * What is between the process and PostgreSQL. With `none`, role and settings are options of the connection's start, so no
 * statement can run before they apply. With `session` (PgBouncer refuses such options) they are set once the connection
 * is open, after it was proven that the pooler is in that mode: otherwise they would hold for other connections too. With `transaction` each transaction may get another connection, which must have role and settings already:
 * the connection string names them with `{role}`, nothing of a session is relied on, and statements are not named.
 */
export const POOLERS = ["none", "session", "transaction"] as const;
export type Pooler = (typeof POOLERS)[number];

export const ROLE_PLACE = "{role}";

/** How connections of a role are made. */
export function connectionOf(
  { url, pooler, timeoutMs }: { url: string; pooler: Pooler; timeoutMs: number },
  settings: Readonly<{ role: Role } & Record<string, string | number>>,
): pg.PoolConfig {
  const entries = Object.entries(settings);
  switch (pooler) {
    case "none":
      return { connectionString: url, options: entries.map(([name, value]) => `-c ${name}=${value}`).join(" ") };
    case "session": {
      const text = entries.map(([name, value]) => `SET ${name} = '${value}'`).join("; ");
      // `query_timeout`: node-postgres waits for the connection alone, not for what is done with it first.
      const statement = { text, query_timeout: timeoutMs };
      const proven = once(() => proveSessions(url, timeoutMs));
      const onConnect = async (client: pg.ClientBase) => {
        await proven();
        await client.query(statement);
      };
      return { connectionString: url, onConnect };
    }
    case "transaction":
      return { connectionString: url.replaceAll(ROLE_PLACE, settings.role), Client: UnnamedClient };
  }
}

/** Does the work once; again when it failed. */
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

/** Sends no statement by name: the next transaction may be on a connection that has not prepared it. */
class UnnamedClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the library declares more than ten overloads
  override query(config: any, ...rest: any[]): any {
    const isPlain = typeof config === "object" && config !== null && typeof config.submit !== "function";
    return super.query(isPlain ? { ...config, name: undefined } : config, ...rest);
  }
}
