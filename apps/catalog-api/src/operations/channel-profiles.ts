import { createChannelProfile } from "@skucast/catalog/channel-profiles/create-channel-profile";
import { deleteChannelProfile } from "@skucast/catalog/channel-profiles/delete-channel-profile";
import { getChannelProfile } from "@skucast/catalog/channel-profiles/get-channel-profile";
import { listChannelProfiles } from "@skucast/catalog/channel-profiles/list-channel-profiles";
import { updateChannelProfile } from "@skucast/catalog/channel-profiles/update-channel-profile";
import type { ChannelProfile } from "@skucast/contracts/channel-profiles/channel-profile";
import type { channelProfileRoutes } from "@skucast/contracts/channel-profiles/routes";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { etagOf, etagOfContent } from "@skucast/http-kit/etag";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { page } from "./pages.js";
import { noContent } from "./replies.js";
import { writeOptions } from "./write-options.js";

/** A profile of the workspace changes only by new versions; the ETag of a built-in one is that of its content. */
const etagOfProfile = ({ is_custom, version }: ChannelProfile, rawJson: string): string =>
  is_custom ? etagOf(Number(version)) : etagOfContent(rawJson);

export function channelProfileOperations({
  catalog: ctx,
  cursors,
}: ApiContext): HandlersOf<typeof channelProfileRoutes> {
  return {
    listChannelProfiles: (call) =>
      page(cursors, call, { name: "channel-profiles", filter: {} }, (input) =>
        listChannelProfiles({ ctx, principal: call.principal, input }),
      ),

    getChannelProfile: async ({ principal, params }) => {
      const profile = await getChannelProfile({ ctx, principal, input: { id: params.profile_id } });
      const rawJson = JSON.stringify(profile);
      return { rawJson, etag: etagOfProfile(profile, rawJson) };
    },

    createChannelProfile: async (call) => {
      const options = writeOptions(call);
      const input = { profile: call.body, ...options };
      const json = await createChannelProfile({ ctx, principal: call.principal, input });
      if (options.validateOnly) return { status: 200, json };
      const location = `${API_BASE_PATH}/channel-profiles/${json.name}`;
      return { status: 201, json, etag: etagOf(Number(json.version)), location };
    },

    updateChannelProfile: async (call) => {
      const options = writeOptions(call);
      const input = { id: call.params.profile_id, patch: call.body, ...options };
      const json = await updateChannelProfile({ ctx, principal: call.principal, input });
      return options.validateOnly ? { status: 200, json } : { status: 200, json, etag: etagOf(Number(json.version)) };
    },

    deleteChannelProfile: async (call) => {
      const input = { id: call.params.profile_id, ...writeOptions(call) };
      await deleteChannelProfile({ ctx, principal: call.principal, input });
      return noContent;
    },
  };
}
