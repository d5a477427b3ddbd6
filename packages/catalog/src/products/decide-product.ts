import { faultsBelow } from "@skucast/contracts/faults";
import { isJsonObject } from "@skucast/contracts/merge-patch";
import { type Fault, Problem, validationFailed } from "@skucast/contracts/problem";
import { checkProduct } from "@skucast/contracts/products/check-product";
import {
  PRODUCT_FIELDS,
  type ProductBody,
  type ProductContent,
  type ProductField,
  productFields,
  REQUIRED_ON_CREATE,
} from "@skucast/contracts/products/product";
import type { Overrides } from "./hidden-overrides.js";
import { canonical, hashContent, NEW_PRODUCT } from "./product-content.js";

/** The stored product on which a change is decided. `content` is null if it equals the wanted content. */
export interface StoredState {
  readonly version: number;
  readonly deleted: boolean;
  /** May also have the server's fields, which are ignored. */
  readonly content: ProductContent | null;
  /** SHA-256 of the content, hexadecimal. */
  readonly contentHash: string;
  /** Overrides of channels that the caller may not see. A change keeps them. */
  readonly hiddenOverrides?: Overrides | undefined;
}

/** Content with its JSON text and the hexadecimal hash of that text. */
export interface HashedContent {
  readonly content: ProductContent;
  readonly json: string;
  readonly hash: string;
}

export function hashed(content: ProductContent): HashedContent {
  const json = JSON.stringify(content);
  return { content, json, hash: hashContent(json) };
}

/** How a request changes the stored product: `merge` keeps absent fields, `replace` clears them. */
export type WriteMode = "merge" | "replace";

export type Decision =
  | { readonly type: "unchanged" }
  | {
      readonly type: "write";
      /** none: the content is unchanged, but the version in the body is higher than the stored one. */
      readonly eventType: "product.created" | "product.updated" | "product.deleted" | "none";
      readonly next: HashedContent;
      readonly before: ProductContent | null;
      readonly version: number;
    };

export interface WantedChange {
  readonly sku: string;
  readonly body: ProductBody;
  readonly mode: WriteMode;
  /** PATCH: do not create a missing product. */
  readonly mustExist: boolean;
  /** The content that the body gives without a stored product, if the caller keeps it. */
  readonly whole?: () => HashedContent;
  /** If-Match / If-None-Match of the request, checked against the live version (null: no live product). */
  readonly precondition?: (version: number | null) => void;
}

/** Decides what a request changes; throws a Problem to reject it. A pure function. */
export function decideChange(wanted: WantedChange, stored: StoredState | null): Decision {
  const live = stored && !stored.deleted ? stored : null;
  if (wanted.mustExist && !live) throw new Problem("not_found", `There is no product with the SKU ${wanted.sku}.`);
  wanted.precondition?.(live?.version ?? null);

  const given = wanted.body.version;
  if (given !== undefined && stored && (given < stored.version || (stored.deleted && given === stored.version))) {
    throw staleVersion(given, stored.version);
  }
  const kept = wanted.mode === "merge" ? (live?.content ?? undefined) : undefined;
  const next = withOverrides(nextContent(wanted, kept), stored?.hiddenOverrides);
  if (live && (live.content === null || next.hash === live.contentHash)) {
    if (given === undefined || given === live.version) return { type: "unchanged" };
    // The higher version is stored, so that a late write with a version in between is rejected.
    return { type: "write", eventType: "none", next, before: next.content, version: given };
  }
  if (given !== undefined && stored && given === stored.version) throw staleVersion(given, stored.version);

  const faults = [
    ...missingFields(next.content, live !== null && wanted.mode === "replace"),
    ...memberFaults(wanted.body, next.content),
    ...checkProduct(next.content),
  ];
  if (faults.length > 0) throw validationFailed(faults);
  return {
    type: "write",
    eventType: live ? "product.updated" : "product.created",
    next,
    before: live?.content ?? null,
    version: given ?? (stored?.version ?? 0) + 1,
  };
}

/** Decides a deletion. The tombstone keeps the last content and a version that rejects late writes. */
export function decideDeletion(
  sku: string,
  stored: StoredState | null,
  precondition?: (version: number | null) => void,
): Decision {
  if (!stored || stored.deleted || !stored.content)
    throw new Problem("not_found", `There is no product with the SKU ${sku}.`);
  precondition?.(stored.version);
  const next = hashed(canonical({}, stored.content));
  return {
    type: "write",
    eventType: "product.deleted",
    next,
    before: next.content,
    version: stored.version + 1,
  };
}

/** Decides to undo a deletion: the product gets the content of its tombstone back, and a higher version. */
export function decideRestoration(sku: string, stored: StoredState | null): Decision {
  if (!stored?.content) throw new Problem("not_found", `No product with the SKU ${sku} was deleted.`);
  if (!stored.deleted) throw new Problem("conflict", `The product ${sku} exists, so there is nothing to restore.`);
  const next = hashed(canonical({}, stored.content));
  return { type: "write", eventType: "product.created", next, before: null, version: stored.version + 1 };
}

function nextContent({ sku, body, whole }: WantedChange, kept: ProductContent | undefined): HashedContent {
  if (whole && (!kept || setsAllOf(kept, body))) return whole();
  return hashed(canonical({ ...body, sku }, kept));
}

/** The caller does not see these overrides, so replacing, clearing or creating the product again does not remove them. */
function withOverrides(next: HashedContent, hidden: Overrides | undefined): HashedContent {
  return hidden === undefined ? next : hashed(canonical({ channel_overrides: hidden }, next.content));
}

/**
 * Whether merging the body into the stored content would give the same as the body alone: the body sets each stored field
 * and member, or its default equals the stored value.
 */
function setsAllOf(kept: ProductContent, body: ProductBody): boolean {
  for (const field in kept) {
    if (!isField(field)) continue;
    const given = body[field];
    if (given === undefined ? NEW_PRODUCT[field] !== kept[field] : !setsAllMembers(kept[field], given)) return false;
  }
  return true;
}

function setsAllMembers(kept: unknown, given: unknown): boolean {
  if (!isJsonObject(kept) || !isJsonObject(given)) return true;
  return Object.entries(kept).every(
    ([name, member]) => given[name] !== undefined && setsAllMembers(member, given[name]),
  );
}

const FIELDS: ReadonlySet<string> = new Set(PRODUCT_FIELDS);
const isField = (name: string): name is ProductField => FIELDS.has(name);

function missingFields(content: ProductContent, replacesAll: boolean): Fault[] {
  const message = replacesAll ? "is required: the whole product is replaced" : "is required for a new product";
  return REQUIRED_ON_CREATE.filter((field) => content[field] === undefined).map((field) => ({
    pointer: `/${field}`,
    code: "required",
    message,
  }));
}

/** Errors of objects after the body's members were merged into them: a member is missing, or there are too many. */
function memberFaults(body: ProductBody, content: ProductContent): Fault[] {
  return PRODUCT_FIELDS.filter((field) => isJsonObject(body[field])).flatMap((field) => {
    const parsed = productFields[field].safeParse(content[field]);
    return parsed.success ? [] : faultsBelow(`/${field}`, parsed.error, productFields[field]);
  });
}

const staleVersion = (given: number, stored: number): Problem =>
  new Problem("stale_version", `The body has version ${given}, and version ${stored} is stored.`, {
    members: { stored_version: stored },
  });
