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
    summary: "List events, newest or oldest first",
    description:
      `A page contains at most ${LIMITS.eventPageBytesMax / 1_000_000} MB of events, so it may have fewer than limit. To follow ` +
      "the log, request order=asc, process the page, store next_cursor, and repeat with it: at once while has_more is " +
      "true, otherwise after a few seconds. An event appears when all transactions that started writing before its own " +
      "have ended, usually within a second. Events of one object with nearly equal times can be listed out of the order of " +
      "their sequence.",
    scope: "webhooks:read",
    wholeWorkspaceOnly: true,
    query: eventListQuery,
    responses: { 200: eventListSchema },
    errors: ["invalid_cursor"],
  }),
  getEvent: defineRoute({
    id: "getEvent",
    method: "GET",
    path: "/events/{event_id}",
    tag,
    summary: "Retrieve an event",
    scope: "webhooks:read",
    wholeWorkspaceOnly: true,
    params: eventParams,
    responses: { 200: eventSchema },
    errors: ["not_found"],
  }),
  listEventTypes: defineRoute({
    id: "listEventTypes",
    method: "GET",
    path: "/event-types",
    tag,
    summary: "List event types with schemas and examples",
    scope: null,
    responses: { 200: eventTypeListSchema },
    errors: [],
  }),
};
