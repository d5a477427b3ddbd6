import type pg from "pg";
import type { Database } from "../database.js";

/** Where a credential is looked up: the replica may lag behind, the primary may not. */
export type Source = "replica" | "primary";

/** The connections to a source; a database without a replica is its own. */
export const connectionsTo = (db: Database, source: Source): pg.Pool =>
  source === "replica" ? (db.replica ?? db.system) : db.system;
