import type { Change } from "../transactions.js";

/**
 * Takes a deleted channel out of the choices of webhook endpoints. An endpoint that chose no other one gets no events of
 * channels from then on, as it got none of others before: an empty choice is none, and not all.
 */
export async function removeFromEndpoints({ tx, workspaceId, now, audit }: Change, channelId: string): Promise<void> {
  const endpoints = await tx.$queryRaw<{ id: string; url: string }[]>`
    UPDATE webhook_endpoints SET channel_ids = channel_ids - ${channelId}::text, version = version + 1, updated_at = ${now}
    WHERE workspace_id = ${workspaceId} AND jsonb_exists(channel_ids, ${channelId})
    RETURNING id, url`;
  for (const { id, url } of endpoints) {
    await audit("webhook_endpoint.updated", id, { host: new URL(url).host, changed: ["channel_ids"] });
  }
}
