import { renameSync, rmSync } from "node:fs";
import { runPostgresProgram } from "./postgres-program.js";

/**
 * Writes the whole database into a file for `restore` with pg_dump, from one snapshot. The owner sees no rows, so the
 * dump runs as skucast_backup, whose policies show every row. The file gets its name when it is complete.
 */
export async function backUp(ownerUrl: string, file: string): Promise<void> {
  const unfinished = `${file}.unfinished`;
  try {
    await runPostgresProgram("pg_dump", ownerUrl, [
      "--format=custom",
      "--enable-row-security",
      "--role=skucast_backup",
      "--no-owner",
      // Without the list of applied functions, `restore` applies all of them, which sets their owners.
      "--exclude-table-data=public._sql_functions",
      `--file=${unfinished}`,
    ]);
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}
