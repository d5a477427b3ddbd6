import type { Destination, UploadStrategy } from "@skucast/contracts/destinations/destination";
import type { Feed } from "@skucast/contracts/feeds/feed";
import { namesAt } from "@skucast/contracts/feeds/names-at";
import { Problem } from "@skucast/contracts/problem";
import type { Change } from "../resources.js";
import { feedOf } from "./feed-row.js";

type Writer = Pick<Feed, "file_name" | "shards" | "deliveries">;

/**
 * Refuses a feed whose files, or what follows them, would be written over those of another feed at the same destination:
 * each night the one would replace the other's, and neither would notice. Of two changes at once the second waits for the
 * first. The last lock that a change takes.
 */
export async function refuseClash(change: Change, feed: Writer & { readonly id?: string }): Promise<void> {
  const destinationIds = destinationIdsOf(feed);
  if (destinationIds.length === 0) return;
  const others = (await writersOf(change)).filter(({ id }) => id !== feed.id);
  if (others.length === 0) return;
  const { tx, workspaceId } = change;
  const destinations = await tx.destination.findMany({ where: { workspaceId, id: { in: [...destinationIds] } } });
  for (const { id, name, strategy } of destinations) {
    const clash = clashAt({ id, strategy: strategy as UploadStrategy }, feed, others);
    if (!clash) continue;
    const message =
      `${clash.fileName} is written to ${name} (${id}) by the feed ${clash.other.name} (${clash.other.id}) already; ` +
      "give one of the two another file_name, or another destination";
    throw new Problem("conflict", `/file_name: ${message}.`, {
      faults: [{ pointer: "/file_name", code: "duplicate", message }],
    });
  }
}

/** Refuses a strategy under which two feeds of the destination would write the same name; the destination is held. */
export async function refuseClashAt(change: Change, destination: Pick<Destination, "id" | "strategy">): Promise<void> {
  const feeds = (await writersOf(change)).filter((feed) => destinationIdsOf(feed).includes(destination.id));
  for (const [i, feed] of feeds.entries()) {
    const clash = clashAt(destination, feed, feeds.slice(i + 1));
    if (!clash) continue;
    const message =
      `${destination.strategy} would have ${clash.fileName} written by two feeds, ${feed.name} (${feed.id}) and ` +
      `${clash.other.name} (${clash.other.id}); give one of them another file_name first`;
    throw new Problem("conflict", `/strategy: ${message}.`, {
      faults: [{ pointer: "/strategy", code: "duplicate", message }],
    });
  }
}

/** Feeds that still run, as they are after every change that was stored before. */
async function writersOf({ tx, workspaceId }: Change): Promise<readonly Feed[]> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${workspaceId} file names`}, 0))`;
  return (await tx.feed.findMany({ where: { workspaceId, status: { not: "archived" } } })).map(feedOf);
}

function clashAt({ id, strategy }: Pick<Destination, "id" | "strategy">, feed: Writer, others: readonly Feed[]) {
  const names = new Set(namesAt(strategy, feed));
  for (const other of others) {
    if (!destinationIdsOf(other).includes(id)) continue;
    const fileName = namesAt(strategy, other).find((name) => names.has(name));
    if (fileName !== undefined) return { other, fileName };
  }
  return undefined;
}

const destinationIdsOf = ({ deliveries }: Pick<Feed, "deliveries">): readonly string[] =>
  deliveries.flatMap((delivery) => (delivery.type === "sftp_push" ? [delivery.destination_id] : []));
