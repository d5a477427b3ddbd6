import { firstIdAt, timeMsOf } from "@skucast/contracts/ids";
import type { Envelope } from "@skucast/events/envelope";
import type { DispatcherContext } from "../context.js";

type EventWithObject = Pick<Envelope, "id" | "type" | "workspace_id" | "data">;

/** The channel that an event is about: undefined if it is about none, null if its feed was deleted long ago. */
export type EventChannels = (event: EventWithObject) => string | null | undefined;

const FEEDS = {
  name: "webhook-dispatcher.channels-of-feeds",
  text: `SELECT f.workspace_id, f.id, f.channel_id FROM feeds f
         JOIN unnest($1::text[], $2::text[]) AS a (workspace_id, id) ON f.workspace_id = a.workspace_id AND f.id = a.id`,
};

/** How long before and after an event the deletion of its feed is looked for: events are planned sooner as a rule. */
const BEFORE_MS = 180_000;
const AFTER_MS = 15 * 60_000;

/** The channels of feeds that were deleted around the time of the events, by the events of their deletion. */
const DELETED_FEEDS = {
  name: "webhook-dispatcher.channels-of-deleted-feeds",
  text: `SELECT e.workspace_id, e.object_id AS id, e.data::json -> 'object' ->> 'channel_id' AS channel_id
         FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS a (workspace_id, feed_id, first_id, end_id)
         CROSS JOIN LATERAL (
           SELECT * FROM events v
           WHERE v.workspace_id = a.workspace_id AND v.id >= a.first_id AND v.id < a.end_id AND v.type = 'feed.deleted'
             AND v.object_id = a.feed_id LIMIT 1
         ) e`,
};

interface FeedRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly channel_id: string;
}

/** Whether an endpoint that filters by these channels gets the event. Events about no channel pass every filter. */
export const includesChannel = (wanted: readonly string[], channelId: string | null | undefined): boolean =>
  channelId === undefined || (channelId !== null && wanted.includes(channelId));

/** Reads the channels of the feeds that the events name, with one query if there are any, and another one if feeds are missing. */
export async function readEventChannels(
  ctx: Pick<DispatcherContext, "db">,
  events: readonly EventWithObject[],
): Promise<EventChannels> {
  const named = events.flatMap((event) => {
    const feedId = feedIdOf(event);
    return feedId === undefined ? [] : [{ workspaceId: event.workspace_id, feedId, atMs: timeMsOf(event.id) }];
  });
  const channels = new Map<string, string>();
  const note = ({ rows }: { readonly rows: readonly FeedRow[] }): void => {
    for (const row of rows) channels.set(`${row.workspace_id} ${row.id}`, row.channel_id);
  };
  const keys = (feeds: typeof named): string[][] => [
    feeds.map(({ workspaceId }) => workspaceId),
    feeds.map(({ feedId }) => feedId),
  ];
  if (named.length > 0) note(await ctx.db.system.query<FeedRow>(FEEDS, keys(named)));
  const missing = named.filter(({ workspaceId, feedId }) => !channels.has(`${workspaceId} ${feedId}`));
  if (missing.length > 0) {
    const firsts = missing.map(({ atMs }) => firstIdAt("evt", atMs - BEFORE_MS));
    const ends = missing.map(({ atMs }) => firstIdAt("evt", atMs + AFTER_MS));
    note(await ctx.db.system.query<FeedRow>(DELETED_FEEDS, [...keys(missing), firsts, ends]));
  }
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
