import type { Event } from "@skucast/contracts/events/event";
import { PUBLIC_EVENT_TYPES } from "@skucast/contracts/events/event-types";
import { namesType } from "@skucast/contracts/events/type-patterns";
import { firstIdAt } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import { bindingOf } from "@skucast/contracts/principal";
import { inWorkspace, type TransactionClient } from "@skucast/db/database";
import {
  type LogPosition,
  positionBefore,
  readEventsForward,
  readNewestEvents,
} from "@skucast/db/events/read-event-log";
import type { Call } from "../call.js";
import { type CreatedWithin, idsWithin } from "../ids-within.js";
import type { Page, PageRequest } from "../page.js";
import { requireScope } from "../require-scope.js";
import { eventOf } from "./event-row.js";

export interface EventQuery extends CreatedWithin {
  /** An event type, or a prefix: `feed.run.*`. */
  readonly type?: string | undefined;
  readonly objectId?: string | undefined;
  readonly channelId?: string | undefined;
}

/** A page of events, newest first. */
export function listEvents(call: Call<PageRequest & EventQuery>): Promise<Page<Event>> {
  return readingLog(call, async (client, bounds) => {
    const filter = { ...filterOf(call), ids: idsWithin("evt", call.input) };
    const { events, next, hasMore } = await readNewestEvents(client, filter, bounds);
    return { items: events.map(eventOf), next: hasMore ? next : null };
  });
}

/** A page of the log, oldest first. There is always a next page, even if it is still empty. */
export interface ForwardPage {
  readonly items: readonly Event[];
  readonly next: string;
  readonly hasMore: boolean;
}

/** A page of events in the order in which they were written. It never skips an event that is committed late. */
export function followEvents(call: Call<PageRequest & EventQuery>): Promise<ForwardPage> {
  const { after, createdAfter } = call.input;
  const { workspaceId } = call.principal;
  return readingLog(call, async (client, bounds) => {
    const filter = { ...filterOf(call), ids: idsWithin("evt", { ...call.input, after: "" }) };
    const start = after === "" ? await startPlace(client, workspaceId, createdAfter) : parsePlace(after);
    const page = await readEventsForward(client, filter, { ...bounds, after: start });
    return { items: page.events.map(eventOf), next: renderPlace(page.next), hasMore: page.hasMore };
  });
}

type Bounds = { readonly rowsMax: number; readonly bytesMax: number; readonly scanRowsMax: number };

function readingLog<T>(
  { ctx, principal, input }: Call<PageRequest>,
  work: (client: TransactionClient, bounds: Bounds) => Promise<T>,
): Promise<T> {
  requireScope(principal, "webhooks:read");
  const bounds = {
    rowsMax: input.limit,
    bytesMax: LIMITS.eventPageBytesMax,
    scanRowsMax: LIMITS.pageScanRowsMax,
  };
  return inWorkspace(ctx.db, bindingOf(principal), (client) => work(client, bounds));
}

const filterOf = ({ principal, input: { type = "*", objectId, channelId } }: Call<EventQuery>) => ({
  workspaceId: principal.workspaceId,
  types: PUBLIC_EVENT_TYPES.filter((known) => namesType(type, known)),
  objectId,
  channelId,
});

/** A transaction may commit some seconds after the time in its events' ids. An hour is more than enough. */
const MARGIN_MS = 3_600_000;
const START: LogPosition = { position: "0", id: "" };

function startPlace(
  client: TransactionClient,
  workspaceId: string,
  createdAfter: string | undefined,
): Promise<LogPosition> | LogPosition {
  if (createdAfter === undefined) return START;
  return positionBefore(client, workspaceId, firstIdAt("evt", Date.parse(createdAfter) - MARGIN_MS));
}

const renderPlace = ({ position, id }: LogPosition): string => `${position} ${id}`;

function parsePlace(text: string): LogPosition {
  const [position = "0", id = ""] = text.split(" ");
  return { position, id };
}
