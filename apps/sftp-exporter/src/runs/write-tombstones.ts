import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import { tombstoneRow } from "@skucast/profiles/channel/tombstones";
import { findRemoved } from "../rows/find-removed.js";
import type { IndexedRows } from "../rows/indexed-rows.js";
import type { ShardFile } from "../rows/shard-file.js";
import { shardOf } from "../rows/shard-of.js";

export interface WriteTombstonesOptions {
  readonly profile: ProfileDefinition;
  readonly shards: readonly ShardFile[];
  readonly previous: readonly IndexedRows[];
  /** The run's own index, complete. */
  readonly now: IndexedRows;
  readonly signal: AbortSignal;
}

/** Writes a tombstone for each product that a partner may have and the run does not, into the shard of its id. */
export async function writeTombstones({
  profile,
  shards,
  previous,
  now,
  signal,
}: WriteTombstonesOptions): Promise<void> {
  if (previous.length === 0) return;
  for await (const ids of findRemoved(previous, now, { signal })) {
    for (const id of ids) {
      const bytes = Buffer.from(id);
      const shard = shards[shardOf(bytes, 0, bytes.length, shards.length)] as ShardFile;
      shard.append(shard.writer.row(tombstoneRow(profile, id)));
      shard.rows += 1;
      if (shard.isFull()) await shard.flush();
    }
  }
}
