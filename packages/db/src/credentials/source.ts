import type pg from "pg";
import type { Database } from "../database.js";

/** Where a credential is looked up. The replica may lag behind, the primary does not. */
export type Source = "replica" | "primary";

/** The pool of a source. Without a replica, both sources are the primary. */
export const connectionsTo = (db: Database, source: Source): pg.Pool =>
  source === "replica" ? (db.replica ?? db.system) : db.system;
