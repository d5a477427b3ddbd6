import { getChannelProfile } from "@skucast/catalog/channel-profiles/get-channel-profile";
import { z } from "zod";
import { defineResource } from "./define-resource.js";

export const ownProfileResource = defineResource({
  name: "profile",
  title: "A channel profile",
  description: "A built-in profile or one of the workspace, by name, with or without @version.",
  uriTemplate: "skucast://channel-profiles/{profile_id}",
  scopes: ["channels:read"],
  variables: z.strictObject({ profile_id: z.string().max(64) }),
  read: ({ ctx, principal, variables: { profile_id: id } }) =>
    getChannelProfile({ ctx: ctx.catalog, principal, input: { id } }),
});
