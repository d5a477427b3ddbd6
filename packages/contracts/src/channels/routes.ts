import { defineRoute } from "../define-route.js";
import {
  channelCreateSchema,
  channelListQuery,
  channelListSchema,
  channelParams,
  channelPatchSchema,
  channelSchema,
  writeQuery,
} from "./channel.js";
import { channelPreviewRequestSchema, channelPreviewSchema } from "./preview.js";

const tag = "Channels";
const example = {
  name: "ChatGPT, United States",
  profile: "openai_products",
  market: { country: "US", currency: "USD", language: "en" },
  defaults: { seller_name: "Acme Store" },
};

export const channelRoutes = {
  listChannels: defineRoute({
    id: "listChannels",
    method: "GET",
    path: "/channels",
    tag,
    summary: "List channels",
    scope: "channels:read",
    query: channelListQuery,
    responses: { 200: channelListSchema },
    errors: ["invalid_cursor"],
  }),
  createChannel: defineRoute({
    id: "createChannel",
    method: "POST",
    path: "/channels",
    tag,
    summary: "Create a channel",
    description:
      "A channel says which products are published, how they are mapped, and by which profile they are checked.",
    scope: "channels:write",
    ofWholeWorkspace: true,
    query: writeQuery,
    body: channelCreateSchema,
    responses: { 201: channelSchema, 200: channelSchema },
    errors: ["limit_reached"],
    example,
  }),
  getChannel: defineRoute({
    id: "getChannel",
    method: "GET",
    path: "/channels/{channel_id}",
    tag,
    summary: "Read a channel",
    scope: "channels:read",
    params: channelParams,
    responses: { 200: channelSchema },
    errors: ["not_found"],
  }),
  updateChannel: defineRoute({
    id: "updateChannel",
    method: "PATCH",
    path: "/channels/{channel_id}",
    tag,
    summary: "Change a channel",
    description: "Merge patch (RFC 7396): absent keeps, null takes a default or filter away; lists are replaced whole.",
    scope: "channels:write",
    params: channelParams,
    query: writeQuery,
    body: channelPatchSchema,
    responses: { 200: channelSchema },
    errors: ["not_found", "conflict", "precondition_failed"],
    example: { status: "paused" },
  }),
  deleteChannel: defineRoute({
    id: "deleteChannel",
    method: "DELETE",
    path: "/channels/{channel_id}",
    tag,
    summary: "Delete a channel",
    description:
      "Its feeds must be deleted first. What products override in it is removed, with an event for each product.",
    scope: "channels:write",
    params: channelParams,
    query: writeQuery,
    responses: { 204: null },
    errors: ["not_found", "conflict", "precondition_failed"],
  }),
  previewChannel: defineRoute({
    id: "previewChannel",
    method: "POST",
    path: "/channels/{channel_id}/preview",
    tag,
    summary: "Preview what the channel would publish",
    description:
      "By the same code as a run, now, and nothing is stored: rows, what the selection leaves out and why, what is invalid " +
      "and why, and what each rule did. A draft in the body is tried in place of what is stored. Also needs products:read.",
    scope: "channels:read",
    reads: true,
    params: channelParams,
    body: channelPreviewRequestSchema.prefault({}),
    responses: { 200: channelPreviewSchema },
    errors: ["not_found", "invalid_cursor"],
    example: { channel: { rules: [{ type: "truncate", field: "title", max: 150, at_word: true }] }, limit: 10 },
  }),
};
