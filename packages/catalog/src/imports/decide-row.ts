import { type Fault, Problem } from "@skucast/contracts/problem";
import { type ProductBody, type ProductUpsert, REQUIRED_ON_CREATE } from "@skucast/contracts/products/product";
import { type Decision, decideChange, type StoredState } from "../products/decide-product.js";
import type { Intent } from "../products/write-products.js";

/** The change of a product by a row of a file. */
export interface RowChange {
  readonly body: ProductUpsert;
  /** Fields whose members are all in the row: other stored members of these fields are removed. */
  readonly replaces?: readonly string[];
  /** Whether the availability follows from a stock count alone. */
  readonly isAvailabilityDerived?: boolean;
  /** Additional fields for a product that does not exist yet. */
  readonly ifNew?: Partial<ProductUpsert>;
  /** Whether the row is rejected if any field cannot be stored. */
  readonly isStrict?: boolean;
}

export interface RowDecision {
  readonly decision: Decision;
  /** Fields that were left out because they do not fit the stored product. */
  readonly warnings: readonly Fault[];
}

/** Availabilities that a stock count does not change: the shop decides when such a product is sold. */
const KEPT: ReadonlySet<string> = new Set(["preorder", "backorder", "discontinued"]);

/**
 * Decides what a row changes. Members that it does not name stay, a stock count alone does not make a stored preorder
 * available, and an optional field that does not fit the stored product is left out. Throws a Problem to reject the row.
 */
export function decideRow(row: RowChange, intent: Intent, stored: StoredState | null): RowDecision {
  const body = bodyFor(row, stored);
  try {
    return { decision: body === row.body ? intent.decide(stored) : decide(body, stored), warnings: [] };
  } catch (error) {
    const faults = row.isStrict ? [] : optionalFaults(error);
    if (faults.length === 0) throw error;
    return { decision: decide(without(body, faults), stored), warnings: faults };
  }
}

const decide = (body: ProductUpsert, stored: StoredState | null): Decision =>
  decideChange({ sku: body.sku, body, mode: "merge", mustExist: false }, stored);

/** The upsert body for a stored product; the row's own body object if it needs no changes. */
function bodyFor({ body, replaces = [], isAvailabilityDerived, ifNew = {} }: RowChange, stored: StoredState | null) {
  if (!stored || stored.deleted) return Object.keys(ifNew).length === 0 ? body : { ...body, ...ifNew };
  const { content } = stored;
  if (content === null) return body;
  const others = replaces.flatMap((field) => membersReplaced(field, body, content) ?? []);
  const isKept = isAvailabilityDerived && KEPT.has(content.availability ?? "");
  if (others.length === 0 && !isKept) return body;
  return { ...body, ...Object.fromEntries(others), ...(isKept && { availability: content.availability }) };
}

type Members = Readonly<Record<string, unknown>>;
const membersOf = (value: unknown): Members => (typeof value === "object" && value !== null ? (value as Members) : {});

/** A field with null for each stored member that the row does not name; undefined if there is none. */
function membersReplaced(field: string, body: Members, content: Members): [string, Members][] | undefined {
  const given = body[field];
  if (given === null || given === undefined) return undefined;
  const gone = Object.keys(membersOf(content[field])).filter((name) => !Object.hasOwn(membersOf(given), name));
  if (gone.length === 0) return undefined;
  return [[field, { ...membersOf(given), ...Object.fromEntries(gone.map((name) => [name, null])) }]];
}

const REQUIRED: ReadonlySet<string> = new Set(REQUIRED_ON_CREATE);

/** The errors of a rejected write, if all of them are in optional fields. */
function optionalFaults(error: unknown): readonly Fault[] {
  if (!(error instanceof Problem) || error.code !== "validation_failed") return [];
  const isOptional = ({ pointer }: Fault) => pointer !== "" && !REQUIRED.has(pointer.split("/")[1] ?? "");
  return error.faults.every(isOptional) ? error.faults : [];
}

/** The body without the fields in the errors. A stored field that does not fit the row, such as a sale, is cleared. */
function without(body: ProductUpsert, faults: readonly Fault[]): ProductUpsert {
  const left: Record<string, unknown> = structuredClone(body);
  for (const { pointer } of faults) {
    const [field = "", ...inner] = pointer.split("/").slice(1).map(unescaped);
    if (!(field in body)) left[field] = null;
    else if (inner.length > 0 && field === "channel_overrides") remove(left[field], inner);
    else delete left[field];
  }
  return left as ProductBody & { sku: string };
}

function remove(members: unknown, [name = "", ...inner]: readonly string[]): void {
  if (typeof members !== "object" || members === null) return;
  if (inner.length > 0) remove((members as Members)[name], inner);
  else delete (members as Record<string, unknown>)[name];
}

const unescaped = (name: string): string => name.replaceAll("~1", "/").replaceAll("~0", "~");
