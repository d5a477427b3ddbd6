import { defineRoute } from "../define-route.js";
import { LIMITS } from "../limits.js";
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
import { channelStatisticsQuery, channelStatisticsSchema } from "./statistics.js";

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
    description: `A page has at most ${LIMITS.renderedPageBytesMax / 1_000} kB of channels, so it may have fewer than limit.`,
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
      "A channel defines which products are published, how they are mapped, and which profile they are checked against.",
    scope: "channels:write",
    wholeWorkspaceOnly: true,
    query: writeQuery,
    body: channelCreateSchema,
    bodyLimit: "batch",
    responses: { 201: channelSchema, 200: channelSchema },
    errors: ["limit_reached"],
    example,
  }),
  getChannel: defineRoute({
    id: "getChannel",
    method: "GET",
    path: "/channels/{channel_id}",
    tag,
    summary: "Retrieve a channel",
    scope: "channels:read",
    params: channelParams,
    responses: { 200: channelSchema },
    errors: ["not_found"],
  }),
  getChannelStatistics: defineRoute({
    id: "getChannelStatistics",
    method: "GET",
    path: "/channels/{channel_id}/statistics",
    tag,
    summary: "Retrieve the daily statistics of a channel",
    description:
      "How many products were published, pending, held, invalid or excluded on each day, and their issues by code. Today's " +
      "counts are repeated after some minutes, less often for channels with many products.",
    scope: "channels:read",
    params: channelParams,
    query: channelStatisticsQuery,
    responses: { 200: channelStatisticsSchema },
    errors: ["not_found"],
  }),
  updateChannel: defineRoute({
    id: "updateChannel",
    method: "PATCH",
    path: "/channels/{channel_id}",
    tag,
    summary: "Update a channel",
    description: "Merge patch (RFC 7396): absent fields stay, null removes a default or filter, lists are replaced.",
    scope: "channels:write",
    params: channelParams,
    query: writeQuery,
    body: channelPatchSchema,
    bodyLimit: "batch",
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
      "Delete its feeds first. The products' overrides for this channel are removed, with an event for each product.",
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
    summary: "Preview a channel",
    description:
      "Shows what a run would publish now, and stores nothing: rows, excluded and invalid products with reasons, and the " +
      "effect of each rule. Send a draft in the body to try changes of the channel. Also requires products:read.",
    scope: "channels:read",
    reads: true,
    params: channelParams,
    body: channelPreviewRequestSchema.prefault({}),
    bodyLimit: "batch",
    responses: { 200: channelPreviewSchema },
    errors: ["not_found", "invalid_cursor"],
    example: { channel: { rules: [{ type: "truncate", field: "title", max: 150, at_word: true }] }, limit: 10 },
  }),
};
