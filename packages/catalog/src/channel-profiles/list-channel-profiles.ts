import type { ChannelProfile } from "@skucast/contracts/channel-profiles/channel-profile";
import { PROFILES } from "@skucast/profiles/profiles/profile-list";
import { type Page, type PageRequest, pageOf } from "../page.js";
import { renderProfile } from "./render-profile.js";

/** All versions of all profiles, in order of id. Any token may read them. */
export function listChannelProfiles({ input }: { input: PageRequest }): Page<ChannelProfile> {
  const profiles = [...new Set(Object.values(PROFILES))].map(renderProfile);
  const rest = profiles.filter(({ id }) => id > input.after).sort((a, b) => (a.id < b.id ? -1 : 1));
  return pageOf(rest, input.limit);
}
