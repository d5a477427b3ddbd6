import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Feed } from "@skucast/contracts/feeds/feed";
import { type Fault, Problem } from "@skucast/contracts/problem";
import { profileOf } from "@skucast/profiles/profiles/profile-of";
import { checkRules } from "@skucast/profiles/rules/check-rules";
import { channelOf } from "../channels/channel-row.js";
import type { Change } from "../transactions.js";

/**
 * Gives a new version of a profile to every channel that follows the newest one. Rejects a version that does not fit the
 * rules or feeds of one of them, because its rows would silently lose something.
 */
export async function redefineFollowers(change: Change, definition: ProfileDefinition): Promise<void> {
  const { tx, workspaceId, now } = change;
  await lockFollowers(change, definition.name);
  const rows = await tx.channel.findMany({ where: { workspaceId, profile: definition.name }, orderBy: { id: "asc" } });
  const faults: Fault[] = [];
  for (const row of rows) faults.push(...(await misfitsOf(change, channelOf(row), definition)));
  if (faults.length > 0) {
    const pinned = `${definition.name}@${Number(definition.version) - 1}`;
    const detail = `Channels that follow ${definition.name} need what the new version does not have; change them, or let them pin ${pinned}.`;
    throw new Problem("conflict", detail, { faults });
  }
  const data = { profileDefinition: definition as object, profileDefinedAt: now };
  await tx.channel.updateMany({ where: { workspaceId, profile: definition.name }, data });
}

/** A concurrent change of their rules or feeds, which locks them too, is checked against one version or the other. */
const lockFollowers = ({ tx, workspaceId }: Change, name: string): Promise<unknown> =>
  tx.$executeRaw`SELECT 1 FROM channels WHERE workspace_id = ${workspaceId} AND profile = ${name} ORDER BY id FOR UPDATE`;

async function misfitsOf(
  { tx, workspaceId }: Change,
  channel: ReturnType<typeof channelOf>,
  definition: ProfileDefinition,
): Promise<Fault[]> {
  const where = { workspaceId, channelId: channel.id, status: { not: "archived" } };
  const feeds = await tx.feed.findMany({ where, select: { id: true, format: true, coverage: true, columns: true } });
  const known = new Set(profileOf({ ...channel, definition }).columns.map(({ name }) => name));
  const named = (text: string) => `${channel.name} (${channel.id}): ${text}`;
  return [
    ...checkRules({ ...channel, definition }, { areStored: true }).map(({ pointer, code, message }) => ({
      pointer: "/columns",
      code,
      message: named(`${pointer} ${message}`),
    })),
    ...feeds.flatMap(({ id, format, coverage, columns }): Fault[] => [
      ...((columns as Feed["columns"]) ?? [])
        .filter((name) => !known.has(name))
        .map((name) => ({
          pointer: "/columns",
          code: "unknown_column",
          message: named(`${id} has the column ${name}`),
        })),
      ...(definition.formats.some((known) => known === format)
        ? []
        : [{ pointer: "/formats", code: "not_allowed", message: named(`${id} has the format ${format}`) }]),
      ...(coverage !== "delta" || definition.tombstone
        ? []
        : [{ pointer: "/tombstone", code: "required", message: named(`${id} is a delta feed`) }]),
    ]),
  ];
}
