import type { ChannelProfile } from "@skucast/contracts/channel-profiles/channel-profile";
import { CHANNEL_PROFILES } from "@skucast/contracts/channels/channel";
import { nearest } from "@skucast/contracts/nearest";
import { Problem } from "@skucast/contracts/problem";
import { isProfileName, PROFILES } from "@skucast/profiles/profiles/catalogue";
import { renderProfile } from "./render-profile.js";

/** A profile by the name a channel gives it: pinned, or bare for the newest form. Any token may read it. */
export function getChannelProfile({ input }: { input: { id: string } }): ChannelProfile {
  if (isProfileName(input.id)) return renderProfile(PROFILES[input.id]);
  const near = nearest(input.id, CHANNEL_PROFILES);
  throw new Problem(
    "not_found",
    `There is no channel profile with the id ${input.id}${near ? `; did you mean ${near}?` : "."}`,
  );
}
