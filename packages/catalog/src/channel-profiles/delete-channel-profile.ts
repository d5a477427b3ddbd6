import { Problem } from "@skucast/contracts/problem";
import type { Call, WriteOptions } from "../call.js";
import { requireFound } from "../require-found.js";
import { runChange } from "../transactions.js";
import { profileEventObject } from "./profile-event-object.js";
import { definitionOf, findProfile, lockProfile } from "./stored-profiles.js";
import { assertUnpinned } from "./update-channel-profile.js";

/** Deletes a profile of the workspace with all of its versions. No channel may use one of them. */
export async function deleteChannelProfile(call: Call<{ id: string } & WriteOptions>): Promise<void> {
  const { id, precondition } = call.input;
  assertUnpinned(id);
  await runChange(call, "channels:write", async (change) => {
    const { tx, workspaceId, append, audit } = change;
    await lockProfile(change, id);
    const stored = requireFound(await findProfile(change, id), "channel profile", id);
    precondition?.(stored.version);
    const users = await tx.channel.findMany({
      where: { workspaceId, OR: [{ profile: id }, { profile: { startsWith: `${id}@` } }] },
      select: { id: true, name: true },
      orderBy: { id: "asc" },
    });
    if (users.length > 0) {
      const named = users.map((channel) => `${channel.name} (${channel.id})`).join(", ");
      throw new Problem("conflict", `These channels use the profile: ${named}. Give them another one first.`);
    }
    const { count } = await tx.channelProfile.deleteMany({ where: { workspaceId, name: id } });
    // Row-level security hides from a delete what the actor may read but not delete.
    if (count === 0) throw new Problem("forbidden", "Only members who see the whole workspace delete profiles.");
    const profile = profileEventObject(definitionOf(stored));
    await append("channel_profile.deleted", { ...profile, version: profile.version + 1 }, {});
    await audit("channel_profile.deleted", id);
  });
}
