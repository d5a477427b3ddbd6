import type { ChannelProfile } from "@skucast/contracts/channel-profiles/channel-profile";
import { isCustomProfile } from "@skucast/contracts/channel-profiles/custom-profile";
import { CHANNEL_PROFILES } from "@skucast/contracts/channels/channel";
import { nearest } from "@skucast/contracts/nearest";
import { Problem } from "@skucast/contracts/problem";
import { isProfileName, PROFILES } from "@skucast/profiles/profiles/profile-list";
import type { Call } from "../call.js";
import { requireFound } from "../require-found.js";
import { runRead } from "../transactions.js";
import { renderCustomProfile, renderProfile } from "./render-profile.js";
import { findProfile, versionsOf } from "./stored-profiles.js";

/**
 * A profile by its pinned name, or by the plain name for the newest version. Any token may read the built-in ones; those
 * of the workspace need channels:read.
 */
export async function getChannelProfile(call: Call<{ id: string }>): Promise<ChannelProfile> {
  const { id } = call.input;
  if (!isCustomProfile(id)) return getBuiltInProfile(id);
  return runRead(call, "channels:read", async (tx, workspaceId) => {
    const row = requireFound(await findProfile({ tx, workspaceId }, id), "channel profile", id);
    return renderCustomProfile(row, await versionsOf({ tx, workspaceId }, row.name));
  });
}

/** A built-in profile. Anyone may read it. */
export function getBuiltInProfile(id: string): ChannelProfile {
  if (isProfileName(id)) return renderProfile(PROFILES[id]);
  const near = nearest(id, CHANNEL_PROFILES);
  throw new Problem(
    "not_found",
    `There is no channel profile with the id ${id}${near ? `; did you mean ${near}?` : "."}`,
  );
}
