import { hash } from "node:crypto";
import type { StoredProduct } from "./cell.js";
import { type ChannelDefinition, compileChannel } from "./compile-channel.js";
import type { RowIssue } from "./issue.js";
import { UNREADABLE } from "./map-document.js";
import { momentsFor } from "./moments.js";

/** What a channel would publish of a product at a moment, without the row itself. */
export interface ProductListing {
  readonly isValid: boolean;
  /** 16 bytes that stand for the row's cells; null where the row stays out of the file. */
  readonly rowHash: Buffer | null;
  readonly issues: readonly RowIssue[];
  /** When time alone last made another row of it, or may have; null when it never did. */
  readonly lastChangeAt: Date | null;
  /** When it next may. */
  readonly nextChangeAt: Date | null;
}

/** Lists a product; undefined is one whose stored text cannot be read. */
export type ListProduct = (product: StoredProduct | undefined) => ProductListing;

const HASH_BYTES = 16;

/** Makes of a channel the function that lists its products, by the same mapping as a run at that moment. */
export function createLister(channel: ChannelDefinition, now: Date): ListProduct {
  const compiled = compileChannel(channel, now);
  const momentsOf = momentsFor(compiled.profile);
  const nowMs = now.getTime();
  return (product) => {
    if (product === undefined) {
      return { isValid: false, rowHash: null, issues: [UNREADABLE], lastChangeAt: null, nextChangeAt: null };
    }
    const { isValid, cells, issues } = compiled.map(product);
    const moments = momentsOf(compiled.priced(product), cells);
    return {
      isValid,
      rowHash: isValid ? hash("sha256", JSON.stringify(cells), "buffer").subarray(0, HASH_BYTES) : null,
      issues,
      lastChangeAt: dateOf(moments.filter((moment) => moment <= nowMs).sort(descending)),
      nextChangeAt: dateOf(moments.filter((moment) => moment > nowMs).sort(ascending)),
    };
  };
}

const ascending = (a: number, b: number): number => a - b;
const descending = (a: number, b: number): number => b - a;
const dateOf = ([first]: readonly number[]): Date | null => (first === undefined ? null : new Date(first));
