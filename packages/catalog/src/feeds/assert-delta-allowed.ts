import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Feed } from "@skucast/contracts/feeds/feed";
import { type Fault, validationFailed } from "@skucast/contracts/problem";
import { PROFILES, profileNamed } from "@skucast/profiles/profiles/catalogue";
import type { Change } from "../transactions.js";

/**
 * Refuses a delta where it could not be told or would be lost: for a profile without tombstones, and for partners who
 * fetch, of whom one that misses a file would miss its changes for good. The channel is held by the caller.
 */
export async function assertDeltaAllowed(
  { tx, workspaceId }: Change,
  { coverage, channel_id: channelId, deliveries }: Pick<Feed, "coverage" | "channel_id" | "deliveries">,
): Promise<void> {
  if (coverage !== "delta") return;
  const channel = await tx.channel.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: channelId } } });
  const faults: Fault[] = [];
  if (!profileNamed(channel.profile).tombstone) {
    const message = `must be full: the profile ${channel.profile} has no way to say that a product is removed; ${PROFILES_WITH_TOMBSTONES} have`;
    faults.push({ pointer: "/coverage", code: "not_allowed", message });
  }
  for (const [i, { type }] of deliveries.entries()) {
    if (type === "sftp_push") continue;
    const message =
      "must be sftp_push for a delta: who fetches late would miss what changed before; or set coverage to full";
    faults.push({ pointer: `/deliveries/${i}/type`, code: "not_allowed", message });
  }
  if (faults.length > 0) throw validationFailed(faults);
}

/** Profiles that have tombstones in their newest form, for sentences. */
const PROFILES_WITH_TOMBSTONES = Object.entries(PROFILES)
  .filter(([name, { tombstone }]: [string, ProfileDefinition]) => tombstone && !name.includes("@"))
  .map(([name]) => name)
  .join(" and ");

/** Refuses a profile without tombstones to a channel of which a feed makes deltas. */
export async function assertTombstonesKept(
  { tx, workspaceId }: Change,
  { id, profile }: { id: string; profile: string },
): Promise<void> {
  if (profileNamed(profile).tombstone) return;
  const feed = await tx.feed.findFirst({ where: { workspaceId, channelId: id, coverage: "delta" } });
  if (!feed) return;
  const message = `has no way to say that a product is removed (${PROFILES_WITH_TOMBSTONES} have), and ${feed.id} makes deltas: set its coverage to full first`;
  throw validationFailed([{ pointer: "/profile", code: "not_allowed", message }]);
}
