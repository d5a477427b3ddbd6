import { apiKeyCreateSchema } from "@skucast/contracts/api-keys/api-key";
import { openDatabase } from "@skucast/db/database";
import { workspaceExists } from "@skucast/db/workspaces/create-workspace";
import { readDemo } from "../demo/demo-file.js";
import { addApiKey } from "../demo/seed-workspace.js";
import { openPostgres } from "../open-database.js";
import { type Command, type CommandContext, UsageError } from "./command.js";
import { nameOption } from "./name-option.js";

export const createKey: Command = {
  words: "keys create",
  usage: "keys create --name NAME [--workspace WORKSPACE_ID]",
  summary: "Create an API key; its secret is printed only this once.",
  options: ["name", "workspace"],
  run: async (ctx) => {
    const name = nameOption(ctx.options.name, { schema: apiKeyCreateSchema.shape.name, noun: "key" });
    const workspaceId = ctx.options.workspace ?? readDemo(ctx.folder)?.workspace_id;
    if (workspaceId === undefined)
      throw new UsageError("Name the workspace: --workspace WORKSPACE_ID (npm start creates a demo workspace).");
    ctx.print(await createIn(ctx, workspaceId, name));
  },
};

async function createIn({ settings, folder }: CommandContext, workspaceId: string, name: string): Promise<string> {
  const postgres = await openPostgres(settings, folder, () => {});
  const db = openDatabase({ url: postgres.appUrl, name: "skucast-cli" });
  try {
    if (!(await workspaceExists(db, workspaceId))) throw new UsageError(`There is no workspace ${workspaceId}.`);
    return await addApiKey(db, workspaceId, name);
  } finally {
    await db.close();
    await postgres.stop();
  }
}
