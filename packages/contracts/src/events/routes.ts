import { defineRoute } from "../define-route.js";
import { LIMITS } from "../limits.js";
import { eventListQuery, eventListSchema, eventParams, eventSchema, eventTypeListSchema } from "./event.js";

const tag = "Events";

export const eventRoutes = {
  listEvents: defineRoute({
    id: "listEvents",
    method: "GET",
    path: "/events",
    tag,
    summary: "List events, newest first or forward",
    description:
      `A page holds at most ${LIMITS.eventPageBytesMax / 1_000_000} MB of events, so it may hold fewer than limit. To follow ` +
      "the log, ask with order=asc, handle the page, keep next_cursor, and ask again with it: at once while has_more is " +
      "true, else some seconds later. Events appear there when every transaction that began to write before theirs has " +
      "ended: within a second as a rule.",
    scope: "webhooks:read",
    ofWholeWorkspace: true,
    query: eventListQuery,
    responses: { 200: eventListSchema },
    errors: ["invalid_cursor"],
  }),
  getEvent: defineRoute({
    id: "getEvent",
    method: "GET",
    path: "/events/{event_id}",
    tag,
    summary: "Read an event",
    scope: "webhooks:read",
    ofWholeWorkspace: true,
    params: eventParams,
    responses: { 200: eventSchema },
    errors: ["not_found"],
  }),
  listEventTypes: defineRoute({
    id: "listEventTypes",
    method: "GET",
    path: "/event-types",
    tag,
    summary: "The catalogue of event types, with schemas and examples",
    scope: null,
    responses: { 200: eventTypeListSchema },
    errors: [],
  }),
};
