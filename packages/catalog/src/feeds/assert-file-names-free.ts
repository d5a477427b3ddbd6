import type { Destination, UploadStrategy } from "@skucast/contracts/destinations/destination";
import { canBeEqual } from "@skucast/contracts/feeds/dated-names";
import type { Feed } from "@skucast/contracts/feeds/feed";
import { namesAt } from "@skucast/contracts/feeds/names-at";
import { Problem } from "@skucast/contracts/problem";
import { destinationOf } from "../destinations/destination-row.js";
import type { Change } from "../transactions.js";
import { renderFeeds } from "./feed-row.js";

type Writer = Pick<Feed, "file_name" | "shards" | "deliveries">;

/**
 * Rejects a feed whose files, manifest or trigger would overwrite those of another feed in the same folder: the feeds would
 * replace each other's files unnoticed. Concurrent changes wait for each other. To avoid deadlocks, call it after all
 * other locks.
 */
export async function assertFeedFileNamesFree(change: Change, feed: Writer & { readonly id?: string }): Promise<void> {
  const destinationIds = destinationIdsOf(feed);
  if (destinationIds.length === 0) return;
  const others = (await writersOf(change)).filter(({ id }) => id !== feed.id);
  if (others.length === 0) return;
  const { tx, workspaceId } = change;
  const all = (await tx.destination.findMany({ where: { workspaceId } })).map(destinationOf);
  for (const { id, type, name, strategy } of all.filter((destination) => destinationIds.includes(destination.id))) {
    const ids = sameFolder(all, id);
    if (type === "acp") {
      const [other] = others.filter((each) => writesTo(each, ids));
      if (other) throw secondFeed("/deliveries", { id, name }, other);
      continue;
    }
    const clash = clashAt({ ids, strategy }, feed, others);
    if (!clash) continue;
    const message =
      `${clash.fileName} is already written to ${name} (${id}) by the feed ${clash.other.name} (${clash.other.id}); ` +
      "choose another file_name or destination for one of them";
    throw new Problem("conflict", `/file_name: ${message}.`, {
      faults: [{ pointer: "/file_name", code: "duplicate", message }],
    });
  }
}

/** A host that takes products has one set of them: two feeds would discontinue each other's. */
function secondFeed(
  pointer: string,
  destination: Pick<Destination, "id" | "name">,
  other: Pick<Feed, "id" | "name">,
): Problem {
  const message =
    `${destination.name} (${destination.id}) already gets the products of the feed ${other.name} (${other.id}), and a host's ` +
    "feed takes those of one feed; create another feed at the host";
  return new Problem("conflict", `${pointer}: ${message}.`, { faults: [{ pointer, code: "duplicate", message }] });
}

/** Rejects a strategy or folder with which two feeds would write the same file. The caller has locked the destination. */
export async function assertDestinationFileNamesFree(
  change: Change,
  destination: Pick<Destination, "name" | "strategy"> & Folder,
): Promise<void> {
  const { tx, workspaceId } = change;
  const feeds = await writersOf(change);
  const all = (await tx.destination.findMany({ where: { workspaceId } })).map(destinationOf);
  const ids = sameFolder(
    all.map((stored) => (stored.id === destination.id ? destination : stored)),
    destination.id,
  );
  const here = feeds.filter((feed) => writesTo(feed, ids));
  const [first, second] = here;
  if (destination.type === "acp" && first && second) throw secondFeed("/host_feed_id", destination, first);
  for (const [i, feed] of here.entries()) {
    const clash = clashAt({ ids, strategy: destination.strategy }, feed, here.slice(i + 1));
    if (!clash) continue;
    const message =
      `${clash.fileName} would be written there by two feeds, ${feed.name} (${feed.id}) and ` +
      `${clash.other.name} (${clash.other.id}), with the strategy ${destination.strategy}; choose another file_name for one of them first`;
    const isThere = all.some((stored) => stored.id === destination.id && stored.strategy === destination.strategy);
    const pointer = isThere ? "/path" : "/strategy";
    throw new Problem("conflict", `${pointer}: ${message}.`, { faults: [{ pointer, code: "duplicate", message }] });
  }
}

/** Feeds that are not archived, after waiting for concurrent changes of file names. */
async function writersOf(change: Change): Promise<readonly Feed[]> {
  const { tx, workspaceId } = change;
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${workspaceId} file names`}, 0))`;
  return renderFeeds(change, await tx.feed.findMany({ where: { workspaceId, status: { not: "archived" } } }));
}

/** What identifies the folder of a destination. */
type Folder = Pick<
  Destination,
  "id" | "type" | "host" | "port" | "username" | "path" | "bucket" | "url" | "host_feed_id"
>;

/** The ids of destinations with the same folder as the given one, as far as their settings show. */
function sameFolder(destinations: readonly Folder[], id: string): readonly string[] {
  const [wanted] = destinations.filter((destination) => destination.id === id).map(place);
  return destinations.filter((destination) => place(destination) === wanted).map((destination) => destination.id);
}

/** Two destinations with the same text write to the same folder. */
function place({ type, host, port, username, path, bucket, url, host_feed_id }: Folder): string {
  const folder = path.replace(/\/+/g, "/").replace(/\/$/, "");
  const server = [type, host.toLowerCase(), port];
  // Any key of a bucket, and any credentials of a URL, write to the same files.
  if (type === "s3") return JSON.stringify([...server, bucket, folder]);
  if (type === "acp") return JSON.stringify([type, url, host_feed_id]);
  return JSON.stringify(type === "https" ? [type, url] : [...server, username, folder]);
}

interface Place {
  /** Ids of destinations with the same folder. */
  readonly ids: readonly string[];
  readonly strategy: UploadStrategy;
}

function clashAt({ ids, strategy }: Place, feed: Writer, others: readonly Feed[]) {
  const names = namesAt(strategy, feed);
  for (const other of others) {
    if (!writesTo(other, ids)) continue;
    const fileName = namesAt(strategy, other).find((name) => names.some((own) => canBeEqual(own, name)));
    if (fileName !== undefined) return { other, fileName };
  }
  return undefined;
}

const writesTo = (feed: Pick<Feed, "deliveries">, ids: readonly string[]): boolean =>
  destinationIdsOf(feed).some((id) => ids.includes(id));

const destinationIdsOf = ({ deliveries }: Pick<Feed, "deliveries">): readonly string[] =>
  deliveries.flatMap((delivery) => (delivery.type === "sftp_push" ? [delivery.destination_id] : []));
