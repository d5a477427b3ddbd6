import type { ChannelProfile } from "@skucast/contracts/channel-profiles/channel-profile";
import { LIMITS } from "@skucast/contracts/limits";
import { PROFILES } from "@skucast/profiles/profiles/profile-list";
import type { Call } from "../call.js";
import { type Page, type PageRequest, pageOf } from "../page.js";
import { runRead } from "../transactions.js";
import { renderCustomProfile, renderProfile } from "./render-profile.js";
import { versionsOf } from "./stored-profiles.js";

/**
 * All versions of the built-in profiles, and, for a principal with channels:read, the newest version of each profile of
 * the workspace, in order of id.
 */
export async function listChannelProfiles(call: Call<PageRequest>): Promise<Page<ChannelProfile>> {
  const { principal, input } = call;
  const own = principal.scopes.has("channels:read") ? await listCustomProfiles(call) : [];
  const profiles = [...[...new Set(Object.values(PROFILES))].map(renderProfile), ...own];
  const rest = profiles.filter(({ id }) => id > input.after).sort((a, b) => (a.id < b.id ? -1 : 1));
  return pageOf(rest, input.limit);
}

const listCustomProfiles = (call: Call<unknown>): Promise<ChannelProfile[]> =>
  runRead(call, "channels:read", async (tx, workspaceId) => {
    const rows = await tx.channelProfile.findMany({
      where: { workspaceId },
      distinct: ["name"],
      orderBy: [{ name: "asc" }, { version: "desc" }],
      take: LIMITS.channelProfilesPerWorkspace,
    });
    const profiles: ChannelProfile[] = [];
    for (const row of rows) profiles.push(renderCustomProfile(row, await versionsOf({ tx, workspaceId }, row.name)));
    return profiles;
  });
