import { type Database, openDatabase } from "@skucast/db/database";
import { type OpenedDatabase, openPostgres } from "../open-database.js";
import type { CommandContext } from "./command.js";

/**
 * Runs work on the database of DATABASE_URL, through the pooler of the apps if there is one, or on that of the data folder.
 * Closes what it opened.
 */
export async function withDatabase<T>(
  { settings, folder }: Pick<CommandContext, "settings" | "folder">,
  work: (db: Database, postgres: OpenedDatabase) => Promise<T>,
): Promise<T> {
  const postgres = await openPostgres(settings, folder, () => {});
  const db = openDatabase({
    url: postgres.appUrl,
    pooler: settings.DATABASE_URL === undefined ? "none" : settings.SKUCAST_DATABASE_POOLER,
    name: "skucast-cli",
  });
  try {
    return await work(db, postgres);
  } finally {
    await db.close();
    await postgres.stop();
  }
}
