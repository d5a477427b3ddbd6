import { migrateDatabase, openPostgres } from "../open-database.js";
import type { Command } from "./command.js";

export const migrate: Command = {
  words: "migrate",
  usage: "migrate",
  summary: "Apply the migrations to the database of DATABASE_URL, or to that of the data folder.",
  options: [],
  run: async ({ settings, folder, print }) => {
    const postgres = await openPostgres(settings, folder, () => {});
    try {
      print(`Database: ${await migrateDatabase(postgres)}.`);
    } finally {
      await postgres.stop();
    }
  },
};
