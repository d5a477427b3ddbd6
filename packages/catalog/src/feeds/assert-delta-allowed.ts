import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Feed } from "@skucast/contracts/feeds/feed";
import { type Fault, validationFailed } from "@skucast/contracts/problem";
import { PROFILES } from "@skucast/profiles/profiles/profile-list";
import { chosenProfile, type ProfileChoice } from "@skucast/profiles/profiles/profile-of";
import type { Change } from "../transactions.js";
import { profileOfChannel } from "./assert-format-accepted.js";

/**
 * Rejects a delta feed for a profile without tombstones, which cannot report removals, and for partners who fetch files,
 * because a partner who misses a file would never get its changes. The caller has locked the channel.
 */
export async function assertDeltaAllowed(
  change: Change,
  { coverage, channel_id: channelId, deliveries }: Pick<Feed, "coverage" | "channel_id" | "deliveries">,
): Promise<void> {
  if (coverage !== "delta") return;
  const profile = await profileOfChannel(change, channelId);
  const faults: Fault[] = [];
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

/** Rejects a profile without tombstones for a channel that has a delta feed. */
export async function assertTombstonesKept(
  { tx, workspaceId }: Change,
  { id, ...choice }: { id: string } & ProfileChoice,
): Promise<void> {
  if (chosenProfile(choice).tombstone) return;
  const feed = await tx.feed.findFirst({ where: { workspaceId, channelId: id, coverage: "delta" } });
  if (!feed) return;
  const message = `has no way to say that a product is removed (${PROFILES_WITH_TOMBSTONES} have), and ${feed.id} is a delta feed: set its coverage to full first`;
  throw validationFailed([{ pointer: "/profile", code: "not_allowed", message }]);
}
