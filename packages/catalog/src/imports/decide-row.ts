import { type Fault, Problem } from "@skucast/contracts/problem";
import { type ProductBody, type ProductUpsert, REQUIRED_ON_CREATE } from "@skucast/contracts/products/product";
import { type Decision, decideChange, type StoredState } from "../products/decide-product.js";
import type { Intent } from "../products/write-products.js";
import { type MemberPath, mergeMembers } from "./merge-members.js";

/** What a row of a file says of its product. */
export interface RowChange {
  readonly body: ProductUpsert;
  /** What its product no longer has: an empty cell clears it, or the row holds all members of the field. */
  readonly drops?: readonly MemberPath[];
  /** Whether the availability follows from a stock count alone. */
  readonly isAvailabilityDerived?: boolean;
  /** What holds besides where there is no such product yet. */
  readonly ifNew?: Partial<ProductUpsert>;
  /** Whether the row is refused for any field that cannot be stored. */
  readonly isStrict?: boolean;
}

export interface RowDecision {
  readonly decision: Decision;
  /** What was left out, since it cannot stand with what is stored. */
  readonly warnings: Fault[];
}

/** Stages of a product that a stock count alone does not end: the shop itself says when it is sold. */
const KEPT: ReadonlySet<string> = new Set(["preorder", "backorder", "discontinued"]);

/**
 * Decides what a row changes: members that it does not name stay, a count alone does not make a stored preorder available,
 * and an optional field that cannot stand with what is stored is left out. Throws the Problem that refuses the row.
 */
export function decideRow(row: RowChange, intent: Intent, stored: StoredState | null): RowDecision {
  try {
    return { decision: decide(row, intent, stored), warnings: [] };
  } catch (error) {
    const fields = row.isStrict ? [] : optionalFields(error);
    if (fields.length === 0 || !(error instanceof Problem)) throw error;
    const body = Object.fromEntries(
      Object.entries({ ...row.body, ...cleared(fields) }).filter(
        ([field]) => !(fields.includes(field) && field in row.body),
      ),
    ) as ProductUpsert;
    return { decision: decide({ ...row, body }, undefined, stored), warnings: [...error.faults] };
  }
}

function decide(row: RowChange, intent: Intent | undefined, stored: StoredState | null): Decision {
  const { drops = [], isAvailabilityDerived = false, ifNew } = row;
  const { sku } = row.body;
  const live = stored && !stored.deleted ? stored : null;
  if (live?.content == null) {
    if (live !== null || ifNew === undefined || Object.keys(ifNew).length === 0) {
      if (intent) return intent.decide(stored);
      return decideChange({ sku, body: row.body, mode: "merge", mustExist: false }, stored);
    }
    return decideChange({ sku, body: { ...row.body, ...ifNew }, mode: "merge", mustExist: false }, stored);
  }
  const isKept = isAvailabilityDerived && KEPT.has(live.content.availability ?? "");
  const body: ProductBody = isKept ? { ...row.body, availability: live.content.availability } : row.body;
  const merged = mergeMembers(body, drops, live.content);
  if (merged !== null) return decideChange({ sku, body: merged, mode: "replace", mustExist: false }, stored);
  if (!isKept && intent) return intent.decide(stored);
  return decideChange({ sku, body, mode: "merge", mustExist: false }, stored);
}

const REQUIRED: ReadonlySet<string> = new Set(REQUIRED_ON_CREATE);

/** The fields of a refusal, if each of them is optional. */
function optionalFields(error: unknown): string[] {
  if (!(error instanceof Problem) || error.code !== "validation_failed") return [];
  const fields = error.faults.map(({ pointer }) => pointer.split("/")[1] ?? "");
  return fields.every((field) => field !== "" && !REQUIRED.has(field)) ? fields : [];
}

/** A sale that was stored and is none at the new price ends; what the row itself gives is left out. */
const cleared = (fields: readonly string[]): Partial<ProductBody> =>
  Object.fromEntries(fields.map((field) => [field, null]));
