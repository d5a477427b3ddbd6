import type { Feed } from "@skucast/contracts/feeds/feed";
import { validationFailed } from "@skucast/contracts/problem";
import { profileNamed } from "@skucast/profiles/profiles/profile-list";
import type { Change } from "../transactions.js";

/** Rejects a format that the channel's profile does not accept. The caller has locked the channel. */
export async function assertFormatAccepted(
  { tx, workspaceId }: Change,
  { format, channel_id: channelId }: Pick<Feed, "format" | "channel_id">,
): Promise<void> {
  const channel = await tx.channel.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: channelId } } });
  const { formats } = profileNamed(channel.profile);
  if (formats.includes(format)) return;
  const message = `must be ${formats.join(", ")}: the channel's profile ${channel.profile} does not accept ${format}`;
  throw validationFailed([{ pointer: "/format", code: "not_allowed", message }]);
}

/** Rejects a new profile that does not accept the format of one of the channel's feeds. */
export async function assertFeedFormatsAccepted(
  { tx, workspaceId }: Change,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<void> {
  const before = profileNamed(from).formats;
  const after = profileNamed(to).formats;
  const lost = before.filter((format) => !after.includes(format));
  const where = { workspaceId, channelId: id, status: { not: "archived" }, format: { in: lost } };
  const feed = await tx.feed.findFirst({ where, orderBy: { id: "asc" } });
  if (!feed) return;
  const message = `accepts ${after.join(", ")}, but ${feed.name} (${feed.id}) has the format ${feed.format}: change its format first`;
  throw validationFailed([{ pointer: "/profile", code: "not_allowed", message }]);
}
