import { getChannelProfile } from "@skucast/catalog/channel-profiles/get-channel-profile";
import { listChannelProfiles } from "@skucast/catalog/channel-profiles/list-channel-profiles";
import type { channelProfileRoutes } from "@skucast/contracts/channel-profiles/routes";
import { etagOfContent } from "@skucast/http-kit/etag";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { page } from "./pages.js";

export function channelProfileOperations({ cursors }: ApiContext): HandlersOf<typeof channelProfileRoutes> {
  return {
    listChannelProfiles: (call) =>
      page(cursors, call, { name: "channel-profiles", filter: {} }, async (input) => listChannelProfiles({ input })),

    getChannelProfile: async ({ params }) => {
      const rawJson = JSON.stringify(getChannelProfile({ input: { id: params.profile_id } }));
      return { rawJson, etag: etagOfContent(rawJson) };
    },
  };
}
