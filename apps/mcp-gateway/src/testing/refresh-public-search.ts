import { lookupDirectory } from "@skucast/catalog/directory/lookup-directory";
import type { McpContext } from "../context.js";

const FIELDS = ["sku", "title", "brand"];

/** Updates the search words of published products, as the listings workers do. */
export async function refreshPublicSearch({ catalog: ctx }: Pick<McpContext, "catalog">): Promise<void> {
  const { rows } = await ctx.db.system.query<{ workspace_id: string; id: string }>(
    `SELECT c.workspace_id, c.id || ':' || p.sku AS id FROM channels c JOIN products p USING (workspace_id)
     WHERE c.in_public_directory AND c.status = 'active'`,
  );
  const workspaces = new Map(rows.map(({ workspace_id, id }) => [id, workspace_id]));
  for (const { id, catalogId, sku, fields } of await lookupDirectory({ ctx, input: { ids: [...workspaces.keys()] } })) {
    const words = FIELDS.map((name) => fields[name] ?? "").join(" ");
    await ctx.db.system.query(
      `INSERT INTO public_search (workspace_id, channel_id, sku, product_version, words, availability) VALUES ($1, $2, $3, 1, $4, $5)
       ON CONFLICT (workspace_id, channel_id, sku) DO UPDATE SET words = excluded.words, availability = excluded.availability`,
      [workspaces.get(id), catalogId, sku, words.toLowerCase(), fields.availability],
    );
  }
}
