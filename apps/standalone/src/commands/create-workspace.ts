import { randomBytes } from "node:crypto";
import { newId } from "@skucast/contracts/ids";
import { workspaceNameSchema } from "@skucast/contracts/workspaces/workspace";
import { hashPassword } from "@skucast/credentials/password";
import { createWorkspace as insertWorkspace } from "@skucast/db/workspaces/create-workspace";
import { migrateDatabase } from "../open-database.js";
import { type Command, UsageError } from "./command.js";
import { nameOption } from "./name-option.js";
import { withDatabase } from "./with-database.js";

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,255}$/;

export const createWorkspace: Command = {
  words: "workspaces create",
  usage: "workspaces create --name NAME --email EMAIL",
  summary: "Create a workspace and its owner; the password of a new owner is printed only this once.",
  options: ["name", "email"],
  run: async (ctx) => {
    const { settings, options, print } = ctx;
    const name = nameOption(options.name, { schema: workspaceNameSchema, noun: "workspace" });
    const email = options.email?.trim().toLowerCase() ?? "";
    if (!EMAIL.test(email)) throw new UsageError("Give the owner's email address: --email EMAIL");
    const id = newId("ws");
    const password = randomBytes(12).toString("base64url");
    await withDatabase(ctx, async (db, postgres) => {
      if (settings.DATABASE_URL === undefined) await migrateDatabase(postgres);
      const owner = { id: newId("usr"), email, passwordHash: await hashPassword(password) };
      const { isOwnerKnown } = await insertWorkspace(db, { id, name, owner });
      print(`workspace  ${id}`);
      print(`owner      ${email} / ${isOwnerKnown ? "(existing user; the password is unchanged)" : password}`);
    });
  },
};
