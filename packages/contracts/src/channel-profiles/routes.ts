import { defineRoute } from "../define-route.js";
import {
  channelProfileListQuery,
  channelProfileListSchema,
  channelProfileParams,
  channelProfileSchema,
  writtenProfileSchema,
} from "./channel-profile.js";
import {
  customProfileCreateSchema,
  customProfileParams,
  customProfilePatchSchema,
  customProfileQuery,
} from "./custom-profile.js";

const tag = "Channel profiles";
const example = {
  name: "custom_marktplatz",
  title: "Marktplatz GmbH",
  formats: ["csv"],
  files: { csv: { delimiter: ";", encoding: "windows-1252", line_end: "crlf" } },
  values: { decimal_separator: ",", currency: "none", date: "DD.MM.YYYY", true: "ja", false: "nein" },
  columns: [
    { name: "id", header: "Artikelnummer", type: "text", from: "sku", required: true, max: 40 },
    { name: "title", header: "Titel", type: "text", from: "title", required: true, max: 80 },
    { name: "price", header: "Preis", type: "money", from: "price_amount", required: true },
    { name: "available_from", header: "Lieferbar ab", type: "moment", from: "availability_date" },
    { name: "shop", header: "Shop", type: "text", constant: "Acme" },
  ],
};

export const channelProfileRoutes = {
  listChannelProfiles: defineRoute({
    id: "listChannelProfiles",
    method: "GET",
    path: "/channel-profiles",
    tag,
    summary: "List channel profiles",
    description:
      "What each kind of channel accepts: its columns with types, lengths, values and requirements, and the checks between " +
      "them. All versions of the built-in profiles, and, for a token with channels:read, the newest version of each " +
      "profile of the workspace.",
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
    description: "A profile of the workspace also requires channels:read.",
    scope: null,
    params: channelProfileParams,
    responses: { 200: channelProfileSchema },
    errors: ["not_found"],
  }),
  createChannelProfile: defineRoute({
    id: "createChannelProfile",
    method: "POST",
    path: "/channel-profiles",
    tag,
    summary: "Create a channel profile",
    description:
      "Describes the format of a partner that has no built-in profile. A profile that GET returned can be sent with another " +
      "name: it is copied. With validate_only=true and sample, the response shows a file of some products; this also requires " +
      "products:read.",
    scope: "channels:write",
    wholeWorkspaceOnly: true,
    query: customProfileQuery,
    body: customProfileCreateSchema,
    responses: { 201: writtenProfileSchema, 200: writtenProfileSchema },
    errors: ["limit_reached", "conflict"],
    example,
  }),
  updateChannelProfile: defineRoute({
    id: "updateChannelProfile",
    method: "PATCH",
    path: "/channel-profiles/{profile_id}",
    tag,
    summary: "Update a channel profile",
    description:
      "Merge patch (RFC 7396) of the newest version. Stores a new version; channels that pin an earlier one keep it. A change " +
      "that does not fit the rules or feeds of a channel that follows the newest version is rejected.",
    scope: "channels:write",
    wholeWorkspaceOnly: true,
    params: customProfileParams,
    query: customProfileQuery,
    body: customProfilePatchSchema,
    responses: { 200: writtenProfileSchema },
    errors: ["not_found", "conflict", "precondition_failed"],
    example: { title: "Marktplatz AG" },
  }),
  deleteChannelProfile: defineRoute({
    id: "deleteChannelProfile",
    method: "DELETE",
    path: "/channel-profiles/{profile_id}",
    tag,
    summary: "Delete a channel profile",
    description: "Deletes a profile of the workspace with all of its versions. No channel may use it.",
    scope: "channels:write",
    wholeWorkspaceOnly: true,
    params: customProfileParams,
    query: customProfileQuery,
    responses: { 204: null },
    errors: ["not_found", "conflict", "precondition_failed"],
  }),
};
