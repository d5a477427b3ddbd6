import type { Envelope } from "@skucast/events/envelope";
import type { DispatcherContext } from "../context.js";

type EventWithObject = Pick<Envelope, "type" | "workspace_id" | "data">;

/** The channel that an event is about: undefined if it is about none, null if its feed no longer exists. */
export type EventChannels = (event: EventWithObject) => string | null | undefined;

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

/** Whether an endpoint that filters by these channels gets the event. Events about no channel pass every filter. */
export const includesChannel = (wanted: readonly string[], channelId: string | null | undefined): boolean =>
  channelId === undefined || (channelId !== null && wanted.includes(channelId));

/** Reads the channels of the feeds that the events name, with one query if there are any. */
export async function readEventChannels(
  ctx: Pick<DispatcherContext, "db">,
  events: readonly EventWithObject[],
): Promise<EventChannels> {
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

/** Events about runs and their deliveries have the id of the feed, and not of the channel. */
function feedIdOf({ type, data }: EventWithObject): string | undefined {
  return type.startsWith("feed.") && ownChannelOf({ type, data }) === undefined ? stringAt(data, "feed_id") : undefined;
}

function ownChannelOf({ type, data }: Pick<EventWithObject, "type" | "data">): string | undefined {
  return type.startsWith("channel.") ? stringAt(data, "id") : stringAt(data, "channel_id");
}

function stringAt({ object }: EventWithObject["data"], name: string): string | undefined {
  if (typeof object !== "object" || object === null) return undefined;
  const value: unknown = Reflect.get(object, name);
  return typeof value === "string" ? value : undefined;
}
