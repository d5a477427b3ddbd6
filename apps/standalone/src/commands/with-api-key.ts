import { workspaceExists } from "@skucast/db/workspaces/create-workspace";
import { type ApiClient, apiClient } from "../api-client.js";
import { type Demo, readDemo } from "../demo/demo-file.js";
import { addApiKey } from "../demo/seed-workspace.js";
import { type CommandContext, UsageError } from "./command.js";
import { withDatabase } from "./with-database.js";

/** How a command calls the API of a workspace. */
export interface ApiAccess {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly api: ApiClient;
}

/** Calls `work` with the demo workspace's API key, or in another workspace with a new key that is revoked afterwards. */
export async function withApiKey<T>(ctx: CommandContext, work: (access: ApiAccess) => Promise<T>): Promise<T> {
  const demo = readDemo(ctx.folder);
  if (!demo) throw new UsageError("There is no running installation in this data folder; run npm start first.");
  const { workspace } = ctx.options;
  if (workspace === undefined || workspace === demo.workspace_id) return work(accessOf(demo, demo.api_key));
  const own = accessOf(demo, await newKey(ctx, workspace));
  try {
    return await work(own);
  } finally {
    const { key_id } = await own.api.call("GET", "/me");
    await own.api.call("DELETE", `/api-keys/${key_id}`);
  }
}

const accessOf = ({ base_url: baseUrl }: Demo, apiKey: string): ApiAccess => ({
  baseUrl,
  apiKey,
  api: apiClient(baseUrl, apiKey),
});

function newKey(ctx: CommandContext, workspaceId: string): Promise<string> {
  return withDatabase(ctx, async (db) => {
    if (!(await workspaceExists(db, workspaceId))) throw new UsageError(`There is no workspace ${workspaceId}.`);
    return await addApiKey(db, workspaceId, "Command line");
  });
}
