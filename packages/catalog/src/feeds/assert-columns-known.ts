import type { Channel } from "@skucast/contracts/channels/channel";
import type { Feed } from "@skucast/contracts/feeds/feed";
import { type Fault, validationFailed } from "@skucast/contracts/problem";
import { idPlaceOf } from "@skucast/profiles/channel/tombstones";
import { type ProfileChoice, profileOf } from "@skucast/profiles/profiles/profile-of";
import { definitionIn } from "../channel-profiles/stored-profiles.js";
import { channelOf } from "../channels/channel-row.js";
import type { Change } from "../transactions.js";

/** Rejects columns that the channel's profile does not have, or a list without its id. The caller has locked the channel. */
export async function assertColumnsKnown(
  { tx, workspaceId }: Change,
  { channel_id: id, columns }: Pick<Feed, "channel_id" | "columns">,
): Promise<void> {
  if (columns === null) return;
  const row = await tx.channel.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id } } });
  const profile = profileOf({ ...channelOf(row), definition: definitionIn(row) });
  const known = new Set(profile.columns.map(({ name }) => name));
  const faults: Fault[] = columns.flatMap((name, i) => {
    const pointer = `/columns/${i}`;
    if (columns.indexOf(name) !== i) return [{ pointer, code: "duplicate", message: "is already in this list" }];
    if (known.has(name)) return [];
    const message = `is not a column of ${profile.name}; GET /channel-profiles lists them`;
    return [{ pointer, code: "not_allowed", message }];
  });
  const { name: idName = "" } = profile.columns[idPlaceOf(profile.columns)] ?? {};
  if (!columns.includes(idName)) {
    const message = `must have ${idName}, by which the channel knows a product`;
    faults.push({ pointer: "/columns", code: "required", message });
  }
  if (faults.length > 0) throw validationFailed(faults);
}

/** Rejects another profile, or other rules, for a channel if a feed has a column that it would lose. */
export async function assertFeedColumnsKept(
  { tx, workspaceId }: Change,
  { id, pointer, ...choice }: { id: string; pointer: string } & ProfileChoice & Pick<Channel, "rules">,
): Promise<void> {
  const known = new Set(profileOf(choice).columns.map(({ name }) => name));
  const feeds = await tx.feed.findMany({ where: { workspaceId, channelId: id, status: { not: "archived" } } });
  for (const feed of feeds) {
    const lost = ((feed.columns as Feed["columns"]) ?? []).find((name) => !known.has(name));
    if (lost === undefined) continue;
    const message = `would leave the feed ${feed.name} (${feed.id}) without its column ${lost}; change the feed's columns first`;
    throw validationFailed([{ pointer, code: "not_allowed", message }]);
  }
}
