import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import pg from "pg";
import { type Database, openDatabase } from "../database.js";

/** A database of its own for a test file: as applications see it, and as the superuser, who sees every row. */
export interface TestDb {
  readonly db: Database;
  readonly superuser: pg.Client;
  /** The connection string of `db`, for other services that use the database. */
  readonly appUrl: string;
  readonly ownerUrl: string;
  /** Closes both and drops the database. */
  close(): Promise<void>;
}

/** Calls `prepare` before anything connects to the database. */
export async function openTestDb(prepare: (database: TestDatabase) => Promise<void> = async () => {}): Promise<TestDb> {
  const database = await createTestDatabase();
  await prepare(database);
  const db = openDatabase({ url: database.appUrl });
  const superuser = new pg.Client({ connectionString: database.superuserUrl });
  await superuser.connect();
  return {
    db,
    superuser,
    appUrl: database.appUrl,
    ownerUrl: database.ownerUrl,
    close: async () => {
      await superuser.end();
      await db.close();
      await database.drop();
    },
  };
}
