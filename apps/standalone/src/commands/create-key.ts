import { apiKeyCreateSchema } from "@skucast/contracts/api-keys/api-key";
import { workspaceExists } from "@skucast/db/workspaces/create-workspace";
import { readDemo } from "../demo/demo-file.js";
import { addApiKey } from "../demo/seed-workspace.js";
import { type Command, type CommandContext, UsageError } from "./command.js";
import { nameOption } from "./name-option.js";
import { withDatabase } from "./with-database.js";

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

function createIn(ctx: CommandContext, workspaceId: string, name: string): Promise<string> {
  return withDatabase(ctx, async (db) => {
    if (!(await workspaceExists(db, workspaceId))) throw new UsageError(`There is no workspace ${workspaceId}.`);
    return await addApiKey(db, workspaceId, name);
  });
}
