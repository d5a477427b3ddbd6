import { channelParams } from "../channels/channel.js";
import { defineRoute } from "../define-route.js";
import {
  channelIssueListQuery,
  channelIssueListSchema,
  productChannelListQuery,
  productChannelListSchema,
  productChannelParams,
} from "./listing.js";

export const listingRoutes = {
  listProductChannels: defineRoute({
    id: "listProductChannels",
    method: "GET",
    path: "/products/{sku}/channels",
    tag: "Products",
    summary: "List a product's status in each channel",
    description:
      "The current status (published, pending, held, invalid or excluded) with issues and reasons. Whether another product " +
      "has the same id in the channel (duplicate_id) follows that product within seconds. Archived channels are not " +
      "listed. Also requires channels:read.",
    scope: "products:read",
    params: productChannelParams,
    query: productChannelListQuery,
    responses: { 200: productChannelListSchema },
    errors: ["not_found", "invalid_cursor"],
  }),
  listChannelIssues: defineRoute({
    id: "listChannelIssues",
    method: "GET",
    path: "/channels/{channel_id}/issues",
    tag: "Channels",
    summary: "List the issues of a channel's products",
    description: "In order of SKU. Issues are updated within seconds after changes of products or of the channel.",
    scope: "channels:read",
    params: channelParams,
    query: channelIssueListQuery,
    responses: { 200: channelIssueListSchema },
    errors: ["not_found", "invalid_cursor"],
  }),
};
