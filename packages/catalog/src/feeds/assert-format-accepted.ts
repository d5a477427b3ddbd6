import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Feed } from "@skucast/contracts/feeds/feed";
import { validationFailed } from "@skucast/contracts/problem";
import { chosenProfile, type ProfileChoice } from "@skucast/profiles/profiles/profile-of";
import { definitionIn } from "../channel-profiles/stored-profiles.js";
import type { Change } from "../transactions.js";

/** Rejects a format that the channel's profile does not accept, and returns the profile. The caller has locked the channel. */
export async function assertFormatAccepted(
  change: Change,
  { format, channel_id: channelId }: Pick<Feed, "format" | "channel_id">,
): Promise<ProfileDefinition> {
  const profile = await profileOfChannel(change, channelId);
  const { formats } = profile;
  if (formats.includes(format)) return profile;
  const message = `must be ${formats.join(", ")}: the channel's profile ${profile.name} does not accept ${format}`;
  throw validationFailed([{ pointer: "/format", code: "not_allowed", message }]);
}

/** The profile of an existing channel. */
export async function profileOfChannel({ tx, workspaceId }: Change, channelId: string): Promise<ProfileDefinition> {
  const row = await tx.channel.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: channelId } } });
  return chosenProfile({ profile: row.profile, definition: definitionIn(row) });
}

/** Rejects a new profile that does not accept the format of one of the channel's feeds. */
export async function assertFeedFormatsAccepted(
  { tx, workspaceId }: Change,
  { id, from, to }: { id: string; from: ProfileChoice; to: ProfileChoice },
): Promise<void> {
  const before = chosenProfile(from).formats;
  const after = chosenProfile(to).formats;
  const lost = before.filter((format) => !after.includes(format));
  const where = { workspaceId, channelId: id, status: { not: "archived" }, format: { in: lost } };
  const feed = await tx.feed.findFirst({ where, orderBy: { id: "asc" } });
  if (!feed) return;
  const message = `accepts ${after.join(", ")}, but ${feed.name} (${feed.id}) has the format ${feed.format}: change its format first`;
  throw validationFailed([{ pointer: "/profile", code: "not_allowed", message }]);
}
