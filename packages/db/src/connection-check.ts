import type pg from "pg";
import type { Database } from "./database.js";
import { SharedSessions } from "./prove-sessions.js";

/** SQLSTATEs if the role of a connection does not exist, or the login may not become it. */
const ROLE_CODES = new Set(["22023", "42501", "42704", "28000"]);
/** PgBouncer's error if it does not know an option. */
const REJECTED_OPTIONS = /unsupported startup parameter/;
const DISK_FULL = "53100";

/** Writes a temporary file. Shows a full disk without changing a table. */
const SPILL = `SELECT count(*) FROM (SELECT set_config('work_mem', '64kB', true)) setting, generate_series(1, 20000) WHERE set_config IS NOT NULL`;

/**
 * Creates a function that returns why requests cannot be served over these connections, in a sentence that says what to
 * do, or undefined if they can. The schema is not checked. Rejects if the database cannot be reached. The pools of
 * skucast_app and skucast_public are checked once: if all their connections are in use later, the process is busy, not
 * broken.
 */
export function createConnectionCheck(db: Database): () => Promise<string | undefined> {
  let areRolesChecked = false;
  return async () => {
    try {
      if (!areRolesChecked) {
        const problem = (await roleProblem(db.app, "skucast_app")) ?? (await roleProblem(db.visitor, "skucast_public"));
        if (problem !== undefined) return problem;
        areRolesChecked = true;
      }
      return (await roleProblem(db.system, "skucast_system")) ?? (await writeProblem(db));
    } catch (error) {
      const problem = connectionProblem(error);
      if (problem === undefined) throw error;
      return problem;
    }
  };
}

async function roleProblem(pool: pg.Pool, role: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ role: string }>("SELECT current_user AS role");
  const [found] = rows;
  if (found?.role === role) return undefined;
  return `the connection does not have the role ${role}: set SKUCAST_DATABASE_POOLER to the mode of the pooler, and give its connections their roles`;
}

async function writeProblem(db: Database): Promise<string | undefined> {
  const { rows } = await db.system.query<{ is_read_only: boolean }>(
    "SELECT current_setting('transaction_read_only')::boolean AS is_read_only",
  );
  if (rows[0]?.is_read_only) return "the database is read-only, as a standby is: connect to the primary";
  await db.system.query(SPILL);
  return undefined;
}

function connectionProblem(error: unknown): string | undefined {
  if (error instanceof SharedSessions)
    return `${error.message}: set SKUCAST_DATABASE_POOLER=transaction, or its pool_mode`;
  if (typeof error !== "object" || error === null || !("code" in error) || !("message" in error)) return undefined;
  if (error.code === DISK_FULL) return "the disk of the database is full";
  if (REJECTED_OPTIONS.test(String(error.message))) {
    return "the pooler rejects start-up options: set SKUCAST_DATABASE_POOLER to its mode";
  }
  if (!ROLE_CODES.has(String(error.code))) return undefined;
  return "the login may not become skucast_app, skucast_system and skucast_public, or they do not exist: run skucast migrate as the owner of the database, and GRANT them to the login";
}
