import type { Feed } from "@skucast/contracts/feeds/feed";

/** What the form of a feed holds. */
export interface FeedValues {
  readonly channelId: string;
  readonly name: string;
  readonly format: Feed["format"];
  readonly compression: Feed["compression"];
  readonly fileName: string;
  readonly isNightly: boolean;
  readonly time: string;
  readonly timeZone: string;
  readonly destinationIds: readonly string[];
}

const NIGHT = "02:00";

export function valuesOf(feed: Feed | undefined, channelId: string, timeZone: string): FeedValues {
  const destinationIds = feed?.deliveries.flatMap((each) => ("destination_id" in each ? [each.destination_id] : []));
  return {
    channelId: feed?.channel_id ?? channelId,
    name: feed?.name ?? "",
    format: feed?.format ?? "csv",
    compression: feed?.compression ?? "none",
    fileName: feed?.file_name ?? "",
    isNightly: feed === undefined || feed.schedule !== null,
    time: feed?.schedule?.time ?? NIGHT,
    timeZone: feed?.schedule?.time_zone ?? timeZone,
    destinationIds: destinationIds ?? [],
  };
}

/** What is sent for what was typed. Deliveries of other kinds than to destinations stay as they are. */
export function feedBody(values: FeedValues, feed: Feed | undefined) {
  const { channelId, name, format, compression, fileName, isNightly, time, timeZone, destinationIds } = values;
  const others = feed?.deliveries.filter(({ type }) => type !== "sftp_push") ?? [];
  const pushes = destinationIds.map((destination_id) => ({ type: "sftp_push" as const, destination_id }));
  return {
    ...(feed === undefined && { channel_id: channelId }),
    ...(fileName.trim() !== "" && { file_name: fileName.trim() }),
    ...{ name: name.trim(), format, compression },
    schedule: isNightly ? { time, time_zone: timeZone } : null,
    deliveries: [...pushes, ...others],
  };
}
