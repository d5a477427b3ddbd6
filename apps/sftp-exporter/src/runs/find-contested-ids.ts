import type { CompiledChannel } from "@skucast/profiles/channel/compile-channel";
import { readDocument } from "@skucast/profiles/channel/map-document";
import { idPlaceOf } from "@skucast/profiles/channel/tombstones";
import { type ContestedIds, createContestedIds } from "../rows/contested-ids.js";
import { findRepeated } from "../rows/find-repeated.js";
import type { IndexedRows } from "../rows/indexed-rows.js";

export interface FindContestedIdsOptions {
  /** The index of the rows of all valid products. */
  readonly index: IndexedRows;
  /** The stored JSON of the run's products with these SKUs. */
  readonly find: (skus: readonly string[]) => Promise<readonly string[]>;
  readonly channel: CompiledChannel;
  readonly signal: AbortSignal;
}

const FOUND_MAX = 500;

/** Finds the ids that more than one valid product has, and which of them are the SKU of one of these products. */
export async function findContestedIds({
  index,
  find,
  channel,
  signal,
}: FindContestedIdsOptions): Promise<ContestedIds> {
  const contested = createContestedIds(Math.ceil(index.rows / 2));
  for await (const repeated of findRepeated(index, { signal })) {
    for (let at = 0; at < repeated.length; at += FOUND_MAX) {
      signal.throwIfAborted();
      const ids = repeated.slice(at, at + FOUND_MAX);
      const kept = new Set((await find(ids)).flatMap((json) => ownIdOf(json, channel)));
      for (const id of ids) contested.add(id, kept.has(id));
    }
  }
  return contested;
}

/** The id of a product whose valid row has its SKU as the id; empty for any other. */
function ownIdOf(json: string, channel: CompiledChannel): string[] {
  const product = readDocument(json);
  if (product === undefined) return [];
  const { isValid, cells } = channel.map(product);
  const sku = String(product.sku);
  return isValid && cells[idPlaceOf(channel.columns)] === sku ? [sku] : [];
}
