import type { Change } from "../transactions.js";

/**
 * Removes a deleted channel from the channel lists of webhook endpoints. An endpoint that had only this channel gets no
 * more channel events: an empty list means none, not all.
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
