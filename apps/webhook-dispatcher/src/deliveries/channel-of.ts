import type { Envelope } from "@skucast/events/envelope";
import type { DispatcherContext } from "../context.js";

type AboutEvent = Pick<Envelope, "type" | "workspace_id" | "data">;

/** Tells which channel an event is about; undefined when it is about none, null when its feed is gone. */
export type ChannelOf = (event: AboutEvent) => string | null | undefined;

const FEEDS = {
  name: "webhook-dispatcher.channels-of-feeds",
  text: `SELECT f.workspace_id, f.id, f.channel_id FROM feeds f
         JOIN unnest($1::text[], $2::text[]) AS a (workspace_id, id) ON f.workspace_id = a.workspace_id AND f.id = a.id`,
};

interface FeedRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly channel_id: string;
}

/** Whether an endpoint that chose these channels wants it; what is about no channel is for everybody. */
export const isAmong = (wanted: readonly string[], channelId: string | null | undefined): boolean =>
  channelId === undefined || (channelId !== null && wanted.includes(channelId));

/** Looks the feeds up that the events name, in one query if there are any. */
export async function readChannels(
  ctx: Pick<DispatcherContext, "db">,
  events: readonly AboutEvent[],
): Promise<ChannelOf> {
  const named = events.flatMap((event) => {
    const feedId = feedIdOf(event);
    return feedId === undefined ? [] : [{ workspaceId: event.workspace_id, feedId }];
  });
  const { rows } =
    named.length === 0
      ? { rows: [] }
      : await ctx.db.system.query<FeedRow>(FEEDS, [
          named.map(({ workspaceId }) => workspaceId),
          named.map(({ feedId }) => feedId),
        ]);
  const channels = new Map(rows.map((row) => [`${row.workspace_id} ${row.id}`, row.channel_id]));
  return (event) => {
    const feedId = feedIdOf(event);
    return feedId === undefined ? ownChannelOf(event) : (channels.get(`${event.workspace_id} ${feedId}`) ?? null);
  };
}

/** Events of runs and their deliveries name the feed alone. */
function feedIdOf({ type, data }: AboutEvent): string | undefined {
  return type.startsWith("feed.") && ownChannelOf({ type, data }) === undefined ? textAt(data, "feed_id") : undefined;
}

function ownChannelOf({ type, data }: Pick<AboutEvent, "type" | "data">): string | undefined {
  return type.startsWith("channel.") ? textAt(data, "id") : textAt(data, "channel_id");
}

function textAt({ object }: AboutEvent["data"], name: string): string | undefined {
  if (typeof object !== "object" || object === null) return undefined;
  const value: unknown = Reflect.get(object, name);
  return typeof value === "string" ? value : undefined;
}
