import { resolve } from "node:path";
import { writePrismaMigrations } from "@skucast/db/migrations/prisma-migrations";
import { type Command, UsageError } from "./command.js";

export const writeMigrations: Command = {
  words: "migrations write",
  usage: "migrations write FOLDER",
  summary: "Write the migrations and functions as a folder for `prisma migrate deploy`, instead of `skucast migrate`.",
  takes: ["FOLDER"],
  options: [],
  run: async ({ args, print }) => {
    const [folder] = args;
    if (folder === undefined) throw new UsageError("Name the folder: migrations write prisma/migrations");
    const name = writePrismaMigrations(resolve(folder));
    print(`Written to ${resolve(folder)}; the last migration is ${name}.`);
  },
};
