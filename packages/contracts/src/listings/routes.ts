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
    summary: "List what a product is in each channel",
    description:
      "Published, pending, held, invalid or excluded, with what is wrong and why it is left out, as of now. Archived " +
      "channels are not listed. Also needs channels:read.",
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
    description: "In the order of the SKUs. They follow changes of products and of the channel within seconds.",
    scope: "channels:read",
    params: channelParams,
    query: channelIssueListQuery,
    responses: { 200: channelIssueListSchema },
    errors: ["not_found", "invalid_cursor"],
  }),
};
