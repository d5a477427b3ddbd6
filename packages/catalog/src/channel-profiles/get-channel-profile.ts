import type { ChannelProfile } from "@skucast/contracts/channel-profiles/channel-profile";
import { CHANNEL_PROFILES } from "@skucast/contracts/channels/channel";
import { nearest } from "@skucast/contracts/nearest";
import { Problem } from "@skucast/contracts/problem";
import { isProfileName, PROFILES } from "@skucast/profiles/profiles/profile-list";
import { renderProfile } from "./render-profile.js";

/** A profile by its pinned name, or by the plain name for the newest version. Any token may read it. */
export function getChannelProfile({ input }: { input: { id: string } }): ChannelProfile {
  if (isProfileName(input.id)) return renderProfile(PROFILES[input.id]);
  const near = nearest(input.id, CHANNEL_PROFILES);
  throw new Problem(
    "not_found",
    `There is no channel profile with the id ${input.id}${near ? `; did you mean ${near}?` : "."}`,
  );
}
