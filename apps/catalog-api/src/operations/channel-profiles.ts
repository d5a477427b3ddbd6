import { getChannelProfile } from "@skucast/catalog/channel-profiles/get-channel-profile";
import { listChannelProfiles } from "@skucast/catalog/channel-profiles/list-channel-profiles";
import type { channelProfileRoutes } from "@skucast/contracts/channel-profiles/routes";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { page } from "./pages.js";

export function channelProfileOperations({ cursors }: ApiContext): HandlersOf<typeof channelProfileRoutes> {
  return {
    listChannelProfiles: (call) =>
      page(cursors, call, { name: "channel-profiles", filter: {} }, async (input) => listChannelProfiles({ input })),

    getChannelProfile: async ({ params }) => ({ json: getChannelProfile({ input: { id: params.profile_id } }) }),
  };
}
