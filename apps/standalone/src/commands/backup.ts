import { statSync } from "node:fs";
import { resolve } from "node:path";
import { backUp } from "@skucast/db/backup/back-up";
import { restore as restoreInto } from "@skucast/db/backup/restore";
import { openPostgres } from "../open-database.js";
import { type Command, type CommandContext, UsageError } from "./command.js";

export const backup: Command = {
  words: "backup",
  usage: "backup FILE",
  summary: "Write the database of DATABASE_URL, or that of the data folder, into a file. Needs pg_dump.",
  takes: ["FILE"],
  options: [],
  run: (ctx) =>
    withFile(ctx, async (ownerUrl, file) => {
      await backUp(ownerUrl, file);
      ctx.print(`${file}: ${statSync(file).size} bytes. Keep the encryption keys as well, in another place.`);
    }),
};

export const restore: Command = {
  words: "restore",
  usage: "restore FILE",
  summary: "Restore a backup, roles included, into the empty database of DATABASE_URL and check it. Needs pg_restore.",
  takes: ["FILE"],
  options: [],
  run: (ctx) =>
    withFile(ctx, async (ownerUrl, file) => {
      await restoreInto(ownerUrl, file);
      ctx.print(`Restored from ${file}. The schema is complete.`);
    }),
};

async function withFile(
  { settings, folder, args }: CommandContext,
  work: (ownerUrl: string, file: string) => Promise<void>,
): Promise<undefined> {
  const [file] = args;
  if (file === undefined) throw new UsageError("Name the file: backup skucast.dump");
  const postgres = await openPostgres(settings, folder, () => {});
  try {
    await work(postgres.ownerUrl, resolve(file));
  } finally {
    await postgres.stop();
  }
}
