import { type Feed, feedSchema } from "@skucast/contracts/feeds/feed";
import { type Feed as FeedRow, Prisma } from "@skucast/db/generated/client";
import { nextRunAt } from "@skucast/profiles/next-run-at";

/** A stored feed as it is answered. */
export const feedOf = (row: FeedRow): Feed =>
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
    schedule: row.schedule,
    deliveries: row.deliveries,
    guards: row.guards,
    live_run_id: row.liveRunId,
    next_run_at: row.nextRunAt?.toISOString() ?? null,
    version: Number(row.version),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  });

/** A codec that is left over from when the feed was in Parquet means nothing. */
const compressionOf = ({ format, compression, parquetCodec }: FeedRow): string =>
  format === "parquet" && parquetCodec !== null ? parquetCodec : compression;

/** zstd has a column of its own, since the version before would not read it from the other. */
const compressionColumns = ({ compression }: Pick<Feed, "compression">) =>
  compression === "zstd" ? { compression: "none", parquetCodec: compression } : { compression, parquetCodec: null };

type Columns = Omit<
  Feed,
  "id" | "channel_id" | "live_run_id" | "next_run_at" | "version" | "created_at" | "updated_at"
>;

/** The columns of a feed's own fields. */
export const feedColumns = (feed: Columns, now: Date) => ({
  name: feed.name,
  status: feed.status,
  format: feed.format,
  ...compressionColumns(feed),
  fileName: feed.file_name,
  shards: feed.shards,
  coverage: feed.coverage,
  schedule: feed.schedule ?? Prisma.DbNull,
  deliveries: feed.deliveries,
  guards: feed.guards,
  nextRunAt: feed.schedule && feed.status === "active" ? nextRunAt(feed.schedule, now) : null,
});
