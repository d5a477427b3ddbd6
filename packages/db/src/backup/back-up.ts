import { renameSync, rmSync } from "node:fs";
import { runPostgresProgram } from "./postgres-program.js";

/**
 * Writes the whole database into a file for `restore`, by pg_dump, as of one moment. The owner sees no rows, so the dump is
 * made as skucast_backup, whose policies show every row. The file appears under its name when it is complete.
 */
export async function backUp(ownerUrl: string, file: string): Promise<void> {
  const unfinished = `${file}.unfinished`;
  try {
    await runPostgresProgram("pg_dump", ownerUrl, [
      "--format=custom",
      "--enable-row-security",
      "--role=skucast_backup",
      "--no-owner",
      // Which functions were applied: `restore` applies all of them, which gives them their owners.
      "--exclude-table-data=public._sql_functions",
      `--file=${unfinished}`,
    ]);
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}
