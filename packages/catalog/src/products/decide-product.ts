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
import { canonical, hashContent } from "./product-content.js";

/** What is known of the stored product when a change is decided. `content` is null where it equals the wanted one. */
export interface StoredState {
  readonly version: number;
  readonly deleted: boolean;
  /** May hold the server's fields, too; they count for nothing. */
  readonly content: ProductContent | null;
  /** SHA-256 of the content, hexadecimal. */
  readonly contentHash: string;
}

/** Content with its JSON text and that text's hash, hexadecimal, each made once. */
export interface HashedContent {
  readonly content: ProductContent;
  readonly json: string;
  readonly hash: string;
}

export function hashed(content: ProductContent): HashedContent {
  const json = JSON.stringify(content);
  return { content, json, hash: hashContent(json) };
}

/** How a request relates to what is stored: `merge` keeps absent fields, `replace` drops them. */
export type WriteMode = "merge" | "replace";

export type Decision =
  | { readonly type: "unchanged" }
  | {
      readonly type: "write";
      /** none: the content is stored already, under a lower version than the one that the body gives. */
      readonly eventType: "product.created" | "product.updated" | "product.deleted" | "none";
      readonly next: HashedContent;
      readonly before: ProductContent | null;
      readonly version: number;
    };

export interface WantedChange {
  readonly sku: string;
  readonly body: ProductBody;
  readonly mode: WriteMode;
  /** PATCH: refuse to create. */
  readonly mustExist: boolean;
  /** The content if the body is all of it, where it is known already: most often it is. */
  readonly whole?: HashedContent;
  /** If-Match / If-None-Match of the request, checked against the live version (null: no live product). */
  readonly precondition?: (version: number | null) => void;
}

/** Decides what a request changes; throws the Problem that refuses it. Pure: the same inputs give the same decision. */
export function decideChange(wanted: WantedChange, stored: StoredState | null): Decision {
  const live = stored && !stored.deleted ? stored : null;
  if (wanted.mustExist && !live) throw new Problem("not_found", `There is no product with the SKU ${wanted.sku}.`);
  wanted.precondition?.(live?.version ?? null);

  const given = wanted.body.version;
  if (given !== undefined && stored && (given < stored.version || (stored.deleted && given === stored.version))) {
    throw staleVersion(given, stored.version);
  }
  const kept = wanted.mode === "merge" ? (live?.content ?? undefined) : undefined;
  const next = nextContent(wanted, kept);
  if (live && (live.content === null || next.hash === live.contentHash)) {
    if (given === undefined || given === live.version) return { type: "unchanged" };
    // Were the version not kept, a late write with one between the two would pass.
    return { type: "write", eventType: "none", next, before: next.content, version: given };
  }
  if (given !== undefined && stored && given === stored.version) throw staleVersion(given, stored.version);

  const faults = [
    ...missingFields(next.content),
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

/** Decides a deletion: the tombstone keeps the last content and a version that no older write can pass. */
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

function nextContent({ sku, body, whole }: WantedChange, kept: ProductContent | undefined): HashedContent {
  if (whole && (!kept || setsAllOf(kept, body, whole.content))) return whole;
  return hashed(canonical({ ...body, sku }, kept));
}

/**
 * Whether the content that a body makes alone has all that the stored product would keep: it names each field and member,
 * or has the same by default.
 */
function setsAllOf(kept: ProductContent, body: ProductBody, content: ProductContent): boolean {
  for (const field in kept) {
    if (!isField(field)) continue;
    const given = body[field];
    if (given === undefined ? content[field] !== kept[field] : !setsAllMembers(kept[field], given)) return false;
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

function missingFields(content: ProductContent): Fault[] {
  return REQUIRED_ON_CREATE.filter((field) => content[field] === undefined).map((field) => ({
    pointer: `/${field}`,
    code: "required",
    message: "is required for a new product",
  }));
}

/** What is wrong with an object that a body's members were merged into: one is missing, or there are too many. */
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
