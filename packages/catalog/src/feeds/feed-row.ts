import { type Feed, feedSchema } from "@skucast/contracts/feeds/feed";
import { type Feed as FeedRow, Prisma } from "@skucast/db/generated/client";
import { nextTimeOf } from "@skucast/profiles/next-time-of";
import type { Change } from "../transactions.js";

/** A stored feed as returned to clients. It includes its channel's status, because a paused channel stops the feed. */
export async function renderFeed(scope: Scope, row: FeedRow): Promise<Feed> {
  const statuses = await channelStatuses(scope, [row]);
  return feedOf(row, statuses.get(row.channelId));
}

/** Renders several feeds with one query for their channels. */
export async function renderFeeds(scope: Scope, rows: readonly FeedRow[]): Promise<Feed[]> {
  const statuses = await channelStatuses(scope, rows);
  return rows.map((row) => feedOf(row, statuses.get(row.channelId)));
}

type Scope = Pick<Change, "tx" | "workspaceId">;

async function channelStatuses({ tx, workspaceId }: Scope, rows: readonly FeedRow[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.map(({ channelId }) => channelId))];
  const where = { workspaceId, id: { in: ids } };
  const channels = await tx.channel.findMany({ where, select: { id: true, status: true } });
  return new Map(channels.map(({ id, status }) => [id, status]));
}

const feedOf = (row: FeedRow, channelStatus = "archived"): Feed =>
  feedSchema.parse({
    id: row.id,
    channel_id: row.channelId,
    name: row.name,
    status: row.status,
    format: row.format,
    compression: compressionOf(row),
    file_name: row.fileName,
    shards: row.shards,
    coverage: row.coverage,
    columns: row.columns,
    schedule: row.schedule,
    deliveries: row.deliveries,
    guards: row.guards,
    live_run_id: row.liveRunId,
    channel_status: channelStatus,
    next_run_at: channelStatus === "active" ? (row.nextRunAt?.toISOString() ?? null) : null,
    version: Number(row.version),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  });

/** A codec that is left from a former Parquet format is ignored. */
const compressionOf = ({ format, compression, parquetCodec, archive }: FeedRow): string =>
  (format === "parquet" ? parquetCodec : archive) ?? compression;

/** zstd and zip have their own columns, because earlier versions of the service cannot read them from `compression`. */
function compressionColumns({ compression }: Pick<Feed, "compression">) {
  switch (compression) {
    case "zstd":
      return { compression: "none", parquetCodec: compression, archive: null };
    case "zip":
      return { compression: "none", parquetCodec: null, archive: compression };
    case "none":
    case "gzip":
      return { compression, parquetCodec: null, archive: null };
  }
}

type Columns = Omit<
  Feed,
  "id" | "channel_id" | "live_run_id" | "channel_status" | "next_run_at" | "version" | "created_at" | "updated_at"
>;

/** The columns for a feed's fields. */
export const feedColumns = (feed: Columns, now: Date) => ({
  name: feed.name,
  status: feed.status,
  format: feed.format,
  ...compressionColumns(feed),
  fileName: feed.file_name,
  shards: feed.shards,
  coverage: feed.coverage,
  columns: feed.columns ?? Prisma.DbNull,
  schedule: feed.schedule ?? Prisma.DbNull,
  deliveries: feed.deliveries,
  guards: feed.guards,
  nextRunAt: feed.schedule && feed.status === "active" ? nextTimeOf(feed.schedule, now) : null,
});
