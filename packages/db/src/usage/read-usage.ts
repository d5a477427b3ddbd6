import { type Database, inWorkspace } from "../database.js";

/** What a workspace holds now. */
export interface Usage {
  readonly products: number;
  /** UTF-8 bytes of the documents of these products. */
  readonly catalogBytes: number;
}

/** All that a workspace holds of what quotas limit. */
export interface WholeUsage extends Usage {
  readonly channels: number;
  readonly feeds: number;
  readonly destinations: number;
  readonly sources: number;
  readonly webhookEndpoints: number;
}

const COUNTERS = "SELECT sum(products) AS products, sum(catalog_bytes) AS bytes FROM workspace_usage";

/** Reads the maintained counts of a workspace's products, which every committed write has updated. */
export async function readUsage(db: Database, workspaceId: string): Promise<Usage> {
  return inWorkspace(db, { workspaceId, actor: "*" }, async (client) => {
    const { rows } = await client.query<{ products: string | null; bytes: string | null }>({
      name: "usage.read",
      text: `${COUNTERS} WHERE workspace_id = $1`,
      values: [workspaceId],
    });
    return { products: countOf(rows[0]?.products), catalogBytes: countOf(rows[0]?.bytes) };
  });
}

/** Reads everything that quotas limit, counted for the whole workspace, whatever a member may see of it. */
export async function readWholeUsage(db: Database, workspaceId: string): Promise<WholeUsage> {
  return inWorkspace(db, { workspaceId, actor: "*" }, async (client) => {
    const { rows } = await client.query<Record<string, string | null>>(
      `SELECT products, bytes,
         (SELECT count(*) FROM channels WHERE workspace_id = $1) AS channels,
         (SELECT count(*) FROM feeds WHERE workspace_id = $1) AS feeds,
         (SELECT count(*) FROM destinations WHERE workspace_id = $1) AS destinations,
         (SELECT count(*) FROM sources WHERE workspace_id = $1) AS sources,
         (SELECT count(*) FROM webhook_endpoints WHERE workspace_id = $1) AS webhook_endpoints
       FROM (${COUNTERS} WHERE workspace_id = $1) AS counted`,
      [workspaceId],
    );
    return usageOf(rows[0]);
  });
}

/** The most that any one workspace holds of each. */
export async function readHighestUsage({ system }: Database): Promise<WholeUsage> {
  const highest = (table: string): string =>
    `(SELECT max(n) FROM (SELECT count(*) AS n FROM ${table} GROUP BY workspace_id) AS counted)`;
  const { rows } = await system.query<Record<string, string | null>>(
    `SELECT max(products) AS products, max(bytes) AS bytes, ${highest("channels")} AS channels, ${highest("feeds")} AS feeds,
       ${highest("destinations")} AS destinations, ${highest("sources")} AS sources,
       ${highest("webhook_endpoints")} AS webhook_endpoints
     FROM (${COUNTERS} GROUP BY workspace_id) AS counted`,
  );
  return usageOf(rows[0]);
}

/** Until count_usage has corrected an upgraded workspace, deletions may lead below zero. */
const countOf = (value: string | null | undefined): number => Math.max(0, Number(value ?? 0));

const usageOf = (row: Record<string, string | null> = {}): WholeUsage => ({
  products: countOf(row.products),
  catalogBytes: countOf(row.bytes),
  channels: countOf(row.channels),
  feeds: countOf(row.feeds),
  destinations: countOf(row.destinations),
  sources: countOf(row.sources),
  webhookEndpoints: countOf(row.webhook_endpoints),
});
