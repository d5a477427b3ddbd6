import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Feed } from "@skucast/contracts/feeds/feed";
import { type Fault, validationFailed } from "@skucast/contracts/problem";
import { PROFILES } from "@skucast/profiles/profiles/profile-list";
import { profileOf } from "@skucast/profiles/profiles/profile-of";
import { type DefinedChannel, definedChannelOf } from "../channels/get-channel.js";
import type { Change } from "../transactions.js";

/**
 * Rejects a delta feed for a profile without tombstones, which cannot report removals, and for partners who fetch files,
 * because a partner who misses a file would never get its changes. The caller has locked the channel.
 */
export async function assertDeltaAllowed(
  change: Change,
  { coverage, channel_id: channelId, deliveries }: Pick<Feed, "coverage" | "channel_id" | "deliveries">,
): Promise<void> {
  if (coverage !== "delta") return;
  const profile = await mappedProfileOf(change, channelId);
  const faults: Fault[] = [];
  const clash = tombstoneClash(profile);
  if (clash !== undefined) {
    const message = `must be full: a rule of the channel creates the column ${clash}, which marks removed products in a delta`;
    faults.push({ pointer: "/coverage", code: "not_allowed", message });
  }
  if (!profile.tombstone) {
    const message = `must be full: the profile ${profile.name} has no way to mark removed products; ${PROFILES_WITH_TOMBSTONES} have`;
    faults.push({ pointer: "/coverage", code: "not_allowed", message });
  }
  for (const [i, { type }] of deliveries.entries()) {
    if (type === "sftp_push") continue;
    const message =
      "must be sftp_push for a delta: a partner who fetches late would miss earlier changes; or set coverage to full";
    faults.push({ pointer: `/deliveries/${i}/type`, code: "not_allowed", message });
  }
  if (faults.length > 0) throw validationFailed(faults);
}

/** Names of the profiles whose newest version has tombstones, for error messages. */
const PROFILES_WITH_TOMBSTONES = Object.entries(PROFILES)
  .filter(([name, { tombstone }]: [string, ProfileDefinition]) => tombstone && !name.includes("@"))
  .map(([name]) => name)
  .join(" and ");

/** The name of the tombstone's column if a rule creates a column with the same name. */
const tombstoneClash = ({ columns, tombstone }: ProfileDefinition): string | undefined =>
  columns.find(({ name }) => name === tombstone?.column.name)?.name;

/** The profile of a channel with the columns that its rules add. */
async function mappedProfileOf({ tx, workspaceId }: Change, channelId: string): Promise<ProfileDefinition> {
  const row = await tx.channel.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: channelId } } });
  return profileOf(definedChannelOf(row));
}

/** Rejects a profile without tombstones, or a rule that creates their column, for a channel that has a delta feed. */
export async function assertTombstonesKept(
  { tx, workspaceId }: Change,
  { id, pointer, ...channel }: DefinedChannel & { readonly pointer: "/profile" | "/rules" },
): Promise<void> {
  const profile = profileOf(channel);
  const clash = tombstoneClash(profile);
  if (profile.tombstone && clash === undefined) return;
  const feed = await tx.feed.findFirst({ where: { workspaceId, channelId: id, coverage: "delta" } });
  if (!feed) return;
  const first = `${feed.id} is a delta feed: set its coverage to full first`;
  const message =
    clash === undefined
      ? `has no way to say that a product is removed (${PROFILES_WITH_TOMBSTONES} have), and ${first}`
      : `must not create the column ${clash}, which marks removed products, because ${first}`;
  throw validationFailed([{ pointer, code: "not_allowed", message }]);
}
