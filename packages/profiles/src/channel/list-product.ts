import { hash } from "node:crypto";
import type { StoredProduct } from "./cell.js";
import { changeTimesFor } from "./change-times.js";
import { type ChannelDefinition, compileChannel } from "./compile-channel.js";
import type { RowIssue } from "./issue.js";
import { UNREADABLE } from "./map-document.js";
import { type RowId, rowIdOf } from "./row-id.js";
import { idPlaceOf } from "./tombstones.js";
import { duplicateId } from "./watch-ids.js";

/** The result of publishing a product in a channel at a given time, without the row itself. */
export interface ProductListing {
  readonly isValid: boolean;
  /** Whether a rule excludes the product. */
  readonly isExcluded: boolean;
  /** A 16-byte hash of the row's cells; null if the row is left out of the file. */
  readonly rowHash: Buffer | null;
  readonly issues: readonly RowIssue[];
  /** The last time at which the passing of a date may have changed the row; null if there is none. */
  readonly lastChangeAt: Date | null;
  /** The next such time. */
  readonly nextChangeAt: Date | null;
  /** The id of a valid row; null if it is the SKU. It is kept when another product has the id. */
  readonly rowId: RowId | null;
  /** SKU of the other product that has this id. A lister sets null: it knows no other products. */
  readonly idHolder: string | null;
}

/** Lists a product; undefined stands for a stored product that cannot be read. */
export type ListProduct = (product: StoredProduct | undefined) => ProductListing;

const HASH_BYTES = 16;

/** Creates the function that lists a channel's products, with the same mapping as a run at `now`. */
export function createLister(channel: ChannelDefinition, now: Date): ListProduct {
  const compiled = compileChannel(channel, now);
  const changeTimesOf = changeTimesFor(compiled.profile, channel.rules);
  const nowMs = now.getTime();
  const idPlace = idPlaceOf(compiled.columns);
  const idColumn = compiled.columns[idPlace]?.name ?? "";
  return (product) => {
    if (product === undefined) {
      return {
        isValid: false,
        isExcluded: false,
        rowHash: null,
        issues: [UNREADABLE],
        lastChangeAt: null,
        nextChangeAt: null,
        rowId: null,
        idHolder: null,
      };
    }
    const { isValid, isExcluded = false, cells, issues } = compiled.map(product);
    const times = changeTimesOf(compiled.priced(product), cells);
    return {
      isValid,
      isExcluded,
      rowHash: isValid ? hash("sha256", JSON.stringify(cells), "buffer").subarray(0, HASH_BYTES) : null,
      issues,
      lastChangeAt: dateOf(times.filter((time) => time <= nowMs).sort(descending)),
      nextChangeAt: dateOf(times.filter((time) => time > nowMs).sort(ascending)),
      rowId: isValid ? rowIdOf(idColumn, cells[idPlace], String(product.sku)) : null,
      idHolder: null,
    };
  };
}

/** The listing of a product if `holder` has the id of its row: the row is left out of the file. */
export function withIdOf(holder: string, listed: ProductListing): ProductListing {
  if (listed.rowId === null) return listed;
  const { column, id } = listed.rowId;
  const issues = [...listed.issues, duplicateId({ column, id, holder })];
  return { ...listed, isValid: false, rowHash: null, issues, idHolder: holder };
}

const ascending = (a: number, b: number): number => a - b;
const descending = (a: number, b: number): number => b - a;
const dateOf = ([first]: readonly number[]): Date | null => (first === undefined ? null : new Date(first));
