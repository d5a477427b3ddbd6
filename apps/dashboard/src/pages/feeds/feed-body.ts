import { type Coverage, compressionsOf, type Feed } from "@skucast/contracts/feeds/feed";
import type { PullType } from "@skucast/contracts/pull-credentials/pull-credential";
import { type ScheduleValues, scheduleBody, scheduleValuesOf } from "../schedules/schedule-values.js";

/** Form values of a feed. */
export interface FeedValues extends ScheduleValues {
  readonly channelId: string;
  readonly name: string;
  readonly format: Feed["format"];
  readonly compression: Feed["compression"];
  readonly fileName: string;
  readonly shards: string;
  readonly coverage: Coverage;
  /** Names of columns, separated by commas. Empty for all. */
  readonly columns: string;
  readonly destinationIds: readonly string[];
  readonly pulls: readonly PullType[];
}

const DEFAULT_TIME = "02:00";

export function valuesOf(feed: Feed | undefined, channelId: string, timeZone: string): FeedValues {
  const deliveries = feed?.deliveries ?? [];
  return {
    channelId: feed?.channel_id ?? channelId,
    name: feed?.name ?? "",
    format: feed?.format ?? "csv",
    compression: feed?.compression ?? "none",
    fileName: feed?.file_name ?? "",
    shards: String(feed?.shards ?? 1),
    coverage: feed?.coverage ?? "full",
    columns: (feed?.columns ?? []).join(", "),
    ...scheduleValuesOf(feed === undefined ? { time: DEFAULT_TIME, time_zone: timeZone } : feed.schedule, timeZone),
    destinationIds: deliveries.flatMap((each) => (each.type === "sftp_push" ? [each.destination_id] : [])),
    pulls: deliveries.flatMap(({ type }) => (type === "sftp_push" ? [] : [type])),
  };
}

/** Changes the format, and keeps the compression if the new format supports it. */
export const formatChange = (
  { compression }: Pick<FeedValues, "compression">,
  format: Feed["format"],
): Pick<FeedValues, "format" | "compression"> => ({
  format,
  compression: compressionsOf(format).includes(compression) ? compression : "none",
});

function columnsIn(text: string): string[] | null {
  const names = text.split(",").map((name) => name.trim());
  const given = names.filter((name) => name !== "");
  return given.length === 0 ? null : given;
}

/** The request body. An invalid number of files is sent as it is, so that validation rejects it. */
export function feedBody(values: FeedValues, feed: Feed | undefined) {
  const { channelId, name, format, compression, coverage, fileName } = values;
  const shards = Number(values.shards.trim() || "1");
  const pushes = values.destinationIds.map((destination_id) => ({ type: "sftp_push" as const, destination_id }));
  return {
    ...(feed === undefined && { channel_id: channelId }),
    ...(fileName.trim() !== "" && { file_name: fileName.trim() }),
    name: name.trim(),
    format,
    compression,
    coverage,
    columns: columnsIn(values.columns),
    shards,
    schedule: scheduleBody(values),
    deliveries: [...pushes, ...values.pulls.map((type) => ({ type }))],
  };
}
