import { defineRoute } from "../define-route.js";
import {
  channelProfileListQuery,
  channelProfileListSchema,
  channelProfileParams,
  channelProfileSchema,
} from "./channel-profile.js";

const tag = "Channel profiles";

export const channelProfileRoutes = {
  listChannelProfiles: defineRoute({
    id: "listChannelProfiles",
    method: "GET",
    path: "/channel-profiles",
    tag,
    summary: "List channel profiles",
    description:
      "What each kind of channel accepts: its columns with types, lengths, values and requirements, and the checks between them.",
    scope: null,
    query: channelProfileListQuery,
    responses: { 200: channelProfileListSchema },
    errors: ["invalid_cursor"],
  }),
  getChannelProfile: defineRoute({
    id: "getChannelProfile",
    method: "GET",
    path: "/channel-profiles/{profile_id}",
    tag,
    summary: "Retrieve a channel profile",
    scope: null,
    params: channelProfileParams,
    responses: { 200: channelProfileSchema },
    errors: ["not_found"],
  }),
};
