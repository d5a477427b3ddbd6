import { firstIdAt } from "@skucast/contracts/ids";
import { inSystem } from "@skucast/db/database";
import { closeIncidents } from "@skucast/db/notices/incidents";
import type { DispatcherContext } from "../context.js";
import { describeEndpoint } from "./describe-endpoint.js";

/** Endpoints checked each time. */
const ENDPOINTS_MAX = 100;

/**
 * Endpoints with an open incident that a member enabled or changed: what was known about their failures was cleared then,
 * so no attempt reports that they work again.
 */
const FRESHLY_STARTED = {
  name: "webhook-dispatcher.freshly-started-endpoints",
  text: `
    SELECT e.workspace_id, e.id, e.url, min(i.opened_at) AS opened_at, min(i.id) AS incident_id
    FROM incidents i JOIN webhook_endpoints e ON e.workspace_id = i.workspace_id AND e.id = i.object_id
    WHERE i.kind = ANY ('{endpoint_disabled,endpoint_failing}') AND i.closed_at IS NULL
      AND e.status = 'active' AND e.failing_since IS NULL
    GROUP BY e.workspace_id, e.id ORDER BY 5 LIMIT ${ENDPOINTS_MAX}`,
};

const HAS_DELIVERED = {
  name: "webhook-dispatcher.has-delivered",
  text: `
    SELECT FROM deliveries
    WHERE workspace_id = $1 AND endpoint_id = $2 AND id >= $3 AND status = 'delivered' LIMIT 1`,
};

interface StartedEndpoint {
  readonly workspace_id: string;
  readonly id: string;
  readonly url: string;
  readonly opened_at: Date;
  readonly incident_id: string;
}

/** Ends the incidents of endpoints that were enabled or changed and have accepted a delivery since. */
export async function closeEndpointIncidents(
  ctx: Pick<DispatcherContext, "db" | "clock" | "publicUrl" | "mailer">,
): Promise<void> {
  const { rows } = await ctx.db.system.query<StartedEndpoint>(FRESHLY_STARTED);
  for (const endpoint of rows) {
    const { workspace_id: workspaceId, id: objectId, url, opened_at: since } = endpoint;
    const values = [workspaceId, objectId, firstIdAt("dlv", since.getTime())];
    const { rowCount } = await ctx.db.system.query(HAS_DELIVERED, values);
    if (rowCount !== 1) continue;
    const object = {
      workspaceId,
      objectId,
      channelId: null,
      kinds: ["endpoint_failing", "endpoint_disabled"],
    } as const;
    const { publicUrl } = ctx;
    const link = `${publicUrl}/webhooks/${objectId}`;
    const described = { host: new URL(url).host, endpointId: objectId, since: since.toISOString(), link, publicUrl };
    const describe = () => describeEndpoint("recovered", { ...described, deliveryId: "" });
    const reported = {
      eventId: `recovered.${endpoint.incident_id}`,
      now: ctx.clock.now(),
      isMailing: ctx.mailer !== undefined,
      describe,
    };
    await inSystem(ctx.db, (client) => closeIncidents(client, object, reported));
  }
}
