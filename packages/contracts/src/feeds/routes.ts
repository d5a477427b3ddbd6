import { defineRoute } from "../define-route.js";
import {
  feedCreateSchema,
  feedListQuery,
  feedListSchema,
  feedParams,
  feedPatchSchema,
  feedSchema,
  writeQuery,
} from "./feed.js";

const tag = "Feeds";

export const feedRoutes = {
  listFeeds: defineRoute({
    id: "listFeeds",
    method: "GET",
    path: "/feeds",
    tag,
    summary: "List feeds",
    scope: "feeds:read",
    query: feedListQuery,
    responses: { 200: feedListSchema },
    errors: ["invalid_cursor"],
  }),
  createFeed: defineRoute({
    id: "createFeed",
    method: "POST",
    path: "/feeds",
    tag,
    summary: "Create a feed",
    description:
      "A feed is a file of a channel: its format, its schedule and where it is delivered. 409 if another feed writes a file " +
      "with the same name to the same destination.",
    scope: "feeds:write",
    query: writeQuery,
    body: feedCreateSchema,
    responses: { 201: feedSchema, 200: feedSchema },
    errors: ["limit_reached", "conflict"],
    example: {
      channel_id: "ch_01jd0000000000000000000000",
      name: "Nightly file",
      format: "csv",
      compression: "gzip",
      schedule: { time: "02:00", time_zone: "Europe/Berlin" },
    },
  }),
  getFeed: defineRoute({
    id: "getFeed",
    method: "GET",
    path: "/feeds/{feed_id}",
    tag,
    summary: "Retrieve a feed",
    scope: "feeds:read",
    params: feedParams,
    // Its next run and its live run change without a new version.
    hasUnversionedParts: true,
    responses: { 200: feedSchema },
    errors: ["not_found"],
  }),
  updateFeed: defineRoute({
    id: "updateFeed",
    method: "PATCH",
    path: "/feeds/{feed_id}",
    tag,
    summary: "Update a feed",
    scope: "feeds:write",
    params: feedParams,
    query: writeQuery,
    body: feedPatchSchema,
    responses: { 200: feedSchema },
    errors: ["not_found", "conflict", "precondition_failed"],
    example: { schedule: null, guards: { max_drop_percent: 60 } },
  }),
  deleteFeed: defineRoute({
    id: "deleteFeed",
    method: "DELETE",
    path: "/feeds/{feed_id}",
    tag,
    summary: "Delete a feed and its runs",
    scope: "feeds:write",
    params: feedParams,
    query: writeQuery,
    responses: { 204: null },
    errors: ["not_found", "precondition_failed"],
  }),
};
