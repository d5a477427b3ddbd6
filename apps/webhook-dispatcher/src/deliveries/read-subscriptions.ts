import { timeMsOf } from "@skucast/contracts/ids";
import { textArray } from "@skucast/db/array-parameter";
import type { DispatcherContext } from "../context.js";
import type { PlannableEvent } from "./plannable-event.js";

/** Which events an endpoint gets. */
export interface Subscription {
  readonly event_types: readonly string[];
  /** Null: events of every channel. */
  readonly channel_ids: readonly string[] | null;
}

/** What an endpoint subscribed to before a change, and the positions of the events that were committed before it. */
export interface FormerSubscription extends Subscription {
  readonly own: number;
  readonly until: number;
  readonly open: readonly number[];
}

export interface SubscribedEndpoint extends Subscription {
  /** The oldest first. Null: none that may matter. */
  readonly former_subscriptions: readonly FormerSubscription[] | null;
}

/** The subscription of an endpoint when the event was committed. */
export type SubscriptionOf = (endpoint: SubscribedEndpoint, event: Pick<PlannableEvent, "id">) => Subscription;

/**
 * Clocks of the service and of PostgreSQL differ by less, and a transaction takes less. Events that are so much younger than
 * a change were committed after it.
 */
const UNSURE_MS = 15 * 60_000;

/** The time since which changes of subscriptions may matter to these events. */
export const unsureSince = (events: readonly Pick<PlannableEvent, "id">[]): Date =>
  new Date(Math.min(...events.map(({ id }) => timeMsOf(id))) - UNSURE_MS);

const POSITIONS = {
  name: "webhook-dispatcher.positions-of-events",
  text: `SELECT e.id, e.log_position AS position FROM unnest($1::text[], $2::text[]) AS a (workspace_id, id)
         CROSS JOIN LATERAL (
           SELECT v.id, v.log_position FROM events v WHERE v.workspace_id = a.workspace_id AND v.id = a.id LIMIT 1
         ) e`,
};

/**
 * Reads what decides the subscriptions of events: events wait for the bus, their turn and capacity, and meanwhile a
 * subscription may change, also because a channel was deleted. An event that no longer exists has the current one.
 */
export async function readSubscriptions(
  ctx: Pick<DispatcherContext, "db">,
  events: readonly PlannableEvent[],
  endpoints: readonly SubscribedEndpoint[],
): Promise<SubscriptionOf> {
  if (endpoints.every(({ former_subscriptions: former }) => !former?.length)) return (endpoint) => endpoint;
  const { rows } = await ctx.db.system.query<{ id: string; position: string }>(POSITIONS, [
    textArray(events.map(({ workspace_id }) => workspace_id)),
    textArray(events.map(({ id }) => id)),
  ]);
  const positions = new Map(rows.map(({ id, position }) => [id, Number(position)]));
  return (endpoint, { id }) => {
    const position = positions.get(id);
    const { former_subscriptions: former } = endpoint;
    if (position === undefined || former === null) return endpoint;
    return former.find((one) => isBefore(position, one)) ?? endpoint;
  };
}

const isBefore = (position: number, { own, until, open }: FormerSubscription): boolean =>
  position === own || (position < until && !open.includes(position));
