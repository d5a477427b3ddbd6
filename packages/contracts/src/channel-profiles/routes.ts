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
    summary: "List what channels accept",
    description:
      "Each profile whole: its columns with their types, lengths, words and requirements, and the rules between them.",
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
    summary: "Read what a channel accepts",
    scope: null,
    params: channelProfileParams,
    responses: { 200: channelProfileSchema },
    errors: ["not_found"],
  }),
};
