import type { ChangedBy } from "@skucast/contracts/events/changed-by";
import { newId } from "@skucast/contracts/ids";
import { type Binding, wholeWorkspace } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { missingChannels } from "@skucast/db/channels/missing-channels";
import type { Database } from "@skucast/db/database";
import { invisibleRowProblem, rlsViolationProblem } from "@skucast/db/database-problem";
import { readProducts, type StoredProduct } from "@skucast/db/products/read-products";
import { type Growth, type ProductChange, writeProducts as writeRows } from "@skucast/db/products/write-products";
import { type Clock, delay } from "@skucast/service-kit/clock";
import { currentTraceparent } from "@skucast/service-kit/traces";
import type { Turns } from "@skucast/service-kit/turns";
import type { Cancellable } from "../cancellable.js";
import { mapInSlices } from "../map-in-slices.js";
import type { ProductQuota } from "../quotas/product-quota.js";
import type { Decision, StoredState } from "./decide-product.js";
import { hiddenOverridesOf, type VisibleChannels, visibleChannelsFor } from "./hidden-overrides.js";
import { parseRendered, renderPrevious, renderProduct } from "./product-content.js";
import { withoutOverrides } from "./without-overrides.js";

/** One product to write, with a function that decides the change once the stored state is known. */
export interface Intent {
  readonly sku: string;
  readonly decide: (stored: StoredState | null) => Decision;
  /** Hexadecimal hash of the content if the body is all of it. A stored product with the same hash is unchanged. */
  readonly wantedHash?: () => string;
  /** The stored product, if it has just been read; null if it does not exist. */
  readonly read?: StoredProduct | null;
  /** Hash of the imported row: see ProductChange. */
  readonly rowHash?: string | undefined;
  /** Whether an import archives the product because its row is missing; a later row restores it. */
  readonly lacksRow?: boolean;
  /** Who makes the change, for the event. */
  readonly changedBy?: ChangedBy | undefined;
  /** The trace of the request, if this call serves several; by default the current one. */
  readonly traceparent?: string | null;
  /** Checks everything and stores nothing. */
  readonly validateOnly?: boolean;
}

export type Outcome =
  | { readonly type: "created" | "updated" | "deleted"; readonly version: number; readonly doc: string }
  | { readonly type: "unchanged"; readonly version: number; readonly doc: string | null }
  | { readonly type: "rejected"; readonly problem: Problem };

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly turns: Turns;
  readonly productQuota: ProductQuota;
}

/** Attempts for a product that concurrent writers keep changing. */
const ROUNDS_MAX = 30;
/** Later rounds start after a random and growing pause, so that competing writers do not keep blocking each other. */
const ROUNDS_WITHOUT_PAUSE = 3;
const PAUSE_MS = 40;
const PAUSE_MS_MAX = 1_000;
const PAUSE_GROWTH = 1.25;
const OUTCOME_OF = {
  "product.created": "created",
  "product.updated": "updated",
  "product.deleted": "deleted",
  none: "unchanged",
} as const;

interface WriteOptions extends Cancellable {
  readonly atomic?: boolean;
  /** Writes fewer at a time if the stored products are too large together, for jobs that have to change all of them. */
  readonly inParts?: boolean;
  /** The source whose import writes the products. */
  readonly sourceId?: string | null | undefined;
}

/**
 * Reads, decides and writes some products of one workspace, each SKU at most once. It needs two statements for any number
 * of products, one if nothing changes. A product that a concurrent write has changed is read and decided again. `atomic`
 * writes nothing if one product is rejected; an abort before the write writes nothing. Overrides for channels that no
 * longer exist are removed. Returns an outcome for each intent, in order. Throws payload_too_large if the stored products
 * are too large together.
 */
export async function writeProducts(
  deps: Deps,
  binding: Binding,
  intents: readonly Intent[],
  options: WriteOptions = {},
): Promise<Outcome[]> {
  try {
    return await writeTogether(deps, binding, intents, options);
  } catch (error) {
    // It is thrown before anything is written.
    const isTooLarge = error instanceof Problem && error.code === "payload_too_large";
    if (!isTooLarge || !options.inParts || intents.length < 2) throw error;
    const half = Math.ceil(intents.length / 2);
    const first = await writeProducts(deps, binding, intents.slice(0, half), options);
    return [...first, ...(await writeProducts(deps, binding, intents.slice(half), options))];
  }
}

async function writeTogether(
  deps: Deps,
  binding: Binding,
  intents: readonly Intent[],
  options: WriteOptions,
): Promise<Outcome[]> {
  const { outcomes, overriding } = await writeAll(deps, binding, intents, options);
  for (const [sku, outcome] of await removeStaleOverrides(deps, binding, overriding)) {
    const written = outcomes.get(sku);
    // For the caller it is one write: it created or updated the product, which has this version now.
    if (outcome.type === "updated" && written) outcomes.set(sku, { ...outcome, type: written.type as "updated" });
  }
  return intents.map((intent) => outcomes.get(intent.sku) ?? { type: "rejected", problem: new Problem("internal") });
}

/**
 * Deleting a channel removes the overrides that it finds. A product that was checked or read before, or is restored later,
 * would keep its own. The channels are read after the write: one that still exists is deleted after it, so its deletion
 * finds the product.
 */
async function removeStaleOverrides(
  deps: Deps,
  { workspaceId }: Binding,
  overriding: Overriding,
): Promise<ReadonlyMap<string, Outcome>> {
  const channelIds = new Set([...overriding.values()].flatMap((intent) => intent.channelIds));
  if (channelIds.size === 0) return new Map();
  const binding = wholeWorkspace(workspaceId);
  const missing = await missingChannels(deps.db, binding, [...channelIds]);
  const stale = [...overriding].filter(([, { channelIds }]) => channelIds.some((id) => missing.has(id)));
  const intents = stale.map(([sku, { changedBy }]) => ({ sku, decide: withoutOverrides(sku, missing), changedBy }));
  return (await writeAll(deps, binding, intents, {})).outcomes;
}

/** The written products that have overrides, and for which channels. */
type Overriding = ReadonlyMap<string, Pick<Intent, "changedBy"> & { readonly channelIds: readonly string[] }>;

async function writeAll(
  deps: Deps,
  binding: Binding,
  intents: readonly Intent[],
  { atomic = false, sourceId, signal }: WriteOptions,
): Promise<{ readonly outcomes: Map<string, Outcome>; readonly overriding: Overriding }> {
  const outcomes = new Map<string, Outcome>();
  const overriding = new Map<string, { channelIds: readonly string[]; changedBy: ChangedBy | undefined }>();
  const isPerson = binding.actor !== wholeWorkspace(binding.workspaceId).actor;
  let open = [...intents].sort((a, b) => (a.sku < b.sku ? -1 : 1));
  for (let round = 0; open.length > 0; round += 1) {
    if (round === ROUNDS_MAX) {
      for (const { sku } of open) outcomes.set(sku, { type: "rejected", problem: contended() });
      break;
    }
    if (round > ROUNDS_WITHOUT_PAUSE) await delay(Math.random() * pauseMsOf(round - ROUNDS_WITHOUT_PAUSE));
    signal?.throwIfAborted();
    const wanted = await decideAll(deps, binding, open, { isRetry: round > 0, signal });
    const { decided, changes, written, denied } = await deps.productQuota.within(
      binding.workspaceId,
      growthOf(wanted),
      async (room) => {
        const decided = room === null ? wanted : rejectBeyond(deps.productQuota, room, inOrderOf(intents, wanted));
        const isRejected = atomic && decided.some(({ outcome }) => outcome.type === "rejected");
        // For users, validation includes a trial write, because row-level security decides what they may write.
        const isWritten = ({ intent }: Decided): boolean => isPerson || !intent.validateOnly;
        const writable = isRejected ? [] : wanted.filter((one) => isWritten(one) && decided.includes(one));
        signal?.throwIfAborted();
        const stored = await storeAll(deps, binding, writable, { atomic, sourceId });
        return { decided, changes: writable.flatMap(({ change }) => change ?? []), ...stored };
      },
    );
    const lost = new Set(changes.filter(({ sku }) => !written.has(sku) && !denied.has(sku)).map(({ sku }) => sku));
    // The row exists although a second read did not find it: row-level security hides it.
    const invisible = isPerson && round > 0 ? changes.filter(isLostCreation(lost)) : [];
    for (const { sku } of invisible) {
      outcomes.set(sku, { type: "rejected", problem: invisibleRowProblem() });
      lost.delete(sku);
    }
    for (const { intent, outcome, channelIds = [] } of decided) {
      const { sku, changedBy } = intent;
      const problem = denied.get(sku);
      if (problem) outcomes.set(sku, { type: "rejected", problem });
      else if (!lost.has(sku) && !outcomes.has(sku)) {
        outcomes.set(sku, outcome);
        if (channelIds.length > 0 && written.has(sku)) overriding.set(sku, { channelIds, changedBy });
      }
    }
    open = open.filter(({ sku }) => lost.has(sku));
  }
  return { outcomes, overriding };
}

const pauseMsOf = (round: number): number => Math.min(PAUSE_MS_MAX, PAUSE_MS * PAUSE_GROWTH ** round);

const isLostCreation =
  (lost: ReadonlySet<string>) =>
  ({ sku, expectedVersion }: ProductChange): boolean =>
    expectedVersion === 0 && lost.has(sku);

const contended = (): Problem => new Problem("conflict", "The product is being changed by other requests; retry.");

interface Decided {
  readonly intent: Intent;
  readonly outcome: Outcome;
  /** What to write; undefined if nothing changes. */
  readonly change?: ProductChange;
  /** The channels for which the stored product has overrides afterwards. */
  readonly channelIds?: readonly string[];
}

/** What the changes add together to what the workspace holds. */
function growthOf(decided: readonly Decided[]): Growth {
  const sum = { products: 0, bytes: 0 };
  for (const { change } of decided) {
    sum.products += change?.growth.products ?? 0;
    sum.bytes += change?.growth.bytes ?? 0;
  }
  return sum;
}

/** In the order of the request: the first products that fit are stored. */
function inOrderOf(intents: readonly Intent[], decided: readonly Decided[]): Decided[] {
  const placeOf = new Map(intents.map((intent, i) => [intent, i]));
  return [...decided].sort((a, b) => (placeOf.get(a.intent) ?? 0) - (placeOf.get(b.intent) ?? 0));
}

/** Rejects each change for which the workspace has no room after those before it. */
function rejectBeyond(quota: ProductQuota, room: Growth, decided: readonly Decided[]): Decided[] {
  let { products, bytes } = room;
  return decided.map((one) => {
    // A product that an import archives has only another status.
    if (!one.change || one.intent.lacksRow) return one;
    const { growth } = one.change;
    const kind = growth.products > Math.max(0, products) ? "products" : "bytes";
    if (kind === "products" || (growth.bytes > 0 && growth.bytes > bytes)) {
      return { intent: one.intent, outcome: { type: "rejected", problem: quota.exceeded(kind) } };
    }
    products -= growth.products;
    bytes -= growth.bytes;
    return one;
  });
}

/** Fewer products are decided at once: a turn of the event loop would cost more than they do. */
const FEW_PRODUCTS = 20;

/** Hashes and decides in slices, so that other requests need not wait for a thousand large products. */
async function decideAll(
  { db, clock, turns }: Deps,
  binding: Binding,
  intents: readonly Intent[],
  { isRetry, signal }: Cancellable & { readonly isRetry: boolean },
): Promise<Decided[]> {
  const turn = () => turns.next(binding.workspaceId);
  const mapAll = async <T, R>(items: readonly T[], map: (item: T) => R): Promise<R[]> =>
    items.length <= FEW_PRODUCTS ? items.map(map) : mapInSlices(items, map, { signal, turn });
  const unread = intents.filter(({ read }) => read === undefined || isRetry);
  const skus = unread.map(({ sku }) => sku);
  const hashes = await mapAll(unread, ({ wantedHash }) => wantedHash?.() ?? "");
  const stored = unread.length === 0 ? new Map<string, StoredProduct>() : await readProducts(db, binding, skus, hashes);
  const occasion = { now: clock.now(), traceparent: currentTraceparent() ?? null };
  const storedFor = (intent: Intent) => stored.get(intent.sku) ?? (isRetry ? null : intent.read);
  const docs = intents.map((intent) => storedFor(intent)?.doc);
  const visible = await visibleChannelsFor({ db }, binding, docs);
  return mapAll(intents, (intent) => decideOne(intent, storedFor(intent), { ...occasion, visible }));
}

/** When the changes are made, and in which trace unless their intents have others. */
interface Occasion {
  readonly now: Date;
  readonly traceparent: string | null;
  readonly visible: VisibleChannels;
}

function decideOne(intent: Intent, stored: StoredProduct | null | undefined, occasion: Occasion): Decided {
  try {
    const decision = intent.decide(stored ? stateOf(stored, occasion.visible) : null);
    if (decision.type === "unchanged") {
      return { intent, outcome: { type: "unchanged", version: stored?.version ?? 0, doc: stored?.doc ?? null } };
    }
    const change = changeOf(intent, decision, stored, occasion);
    const isStored = !intent.validateOnly && !change.deleted;
    return {
      intent,
      outcome: { type: OUTCOME_OF[decision.eventType], version: change.version, doc: change.doc },
      change,
      ...(isStored && { channelIds: Object.keys(decision.next.content.channel_overrides ?? {}) }),
    };
  } catch (error) {
    if (error instanceof Problem) return { intent, outcome: { type: "rejected", problem: error } };
    throw error;
  }
}

/** The state on which a change is decided by someone who sees these channels. */
export function stateOf({ version, deleted, doc }: StoredProduct, visible: VisibleChannels): StoredState {
  const content = doc === null ? null : parseRendered(doc);
  const hiddenOverrides = content ? hiddenOverridesOf(content, visible) : undefined;
  return { version, deleted, content, contentHash: content?.content_hash ?? "", hiddenOverrides };
}

function changeOf(
  { sku, changedBy, traceparent, rowHash, lacksRow }: Intent,
  { eventType, next, before, version }: Extract<Decision, { type: "write" }>,
  stored: StoredProduct | null | undefined,
  { now, traceparent: activeTraceparent }: Occasion,
): ProductChange {
  const { content, json, hash: contentHash } = next;
  const isNew = eventType === "product.created";
  const id = stored?.id ?? newId("prod", now.getTime());
  const createdAt = isNew || !stored ? now : stored.createdAt;
  const doc = renderProduct(content, json, { id, contentHash, version, createdAt, updatedAt: now });
  const deleted = eventType === "product.deleted";
  return {
    sku,
    id,
    expectedVersion: stored?.version ?? 0,
    version,
    status: content.status ?? "active",
    availability: content.availability ?? "in_stock",
    brand: content.brand ?? null,
    contentHash,
    doc,
    createdAt,
    deleted,
    growth: growthBetween(stored, { version, doc, deleted }),
    eventId: eventType === "none" ? null : newId("evt", now.getTime()),
    eventType,
    previous: renderPrevious(before, content),
    changedBy,
    traceparent: traceparent === undefined ? activeTraceparent : traceparent,
    rowHash,
    ...(lacksRow && { archivedFrom: before?.status }),
  };
}

type Written = Pick<ProductChange, "version" | "doc" | "deleted">;

/** What the change adds. A stored document that was not read has the same content: only the version differs. */
function growthBetween(stored: StoredProduct | null | undefined, { version, doc, deleted }: Written): Growth {
  const isLive = stored !== null && stored !== undefined && !stored.deleted;
  if (isLive && stored.doc === null) return { products: 0, bytes: `${version}`.length - `${stored.version}`.length };
  return {
    products: (deleted ? 0 : 1) - (isLive ? 1 : 0),
    bytes: (deleted ? 0 : Buffer.byteLength(doc)) - (isLive ? Buffer.byteLength(stored.doc ?? "") : 0),
  };
}

interface Stored {
  readonly written: ReadonlySet<string>;
  /** Problems of the SKUs that the actor may not write. */
  readonly denied: ReadonlyMap<string, Problem>;
}

/** Stores the changes; those that are only validated are written and rolled back. */
async function storeAll(
  deps: Deps,
  binding: Binding,
  decided: readonly Decided[],
  options: StoreOptions,
): Promise<Stored> {
  const changesOf = (isTrial: boolean) =>
    decided.flatMap(({ intent, change }) => (change && (intent.validateOnly ?? false) === isTrial ? [change] : []));
  const stored = await store(deps, binding, changesOf(false), { ...options, isTrial: false });
  const tried = await store(deps, binding, changesOf(true), { ...options, isTrial: true });
  return {
    written: new Set([...stored.written, ...tried.written]),
    denied: new Map([...stored.denied, ...tried.denied]),
  };
}

interface StoreOptions {
  readonly atomic: boolean;
  readonly sourceId: string | null | undefined;
}

/** A row that row-level security rejects fails the whole statement. Then each row is written alone. */
async function store(
  deps: Deps,
  binding: Binding,
  changes: readonly ProductChange[],
  options: StoreOptions & { readonly isTrial: boolean },
): Promise<Stored> {
  const none: Stored = { written: new Set(), denied: new Map() };
  if (changes.length === 0) return none;
  try {
    const written = await writeRows(deps.db, { binding, now: deps.clock.now(), ...options, changes });
    return { ...none, written };
  } catch (error) {
    const problem = rlsViolationProblem(error);
    const [first] = changes;
    if (!problem || !first || (options.atomic && changes.length > 1)) throw error;
    if (changes.length === 1) return { ...none, denied: new Map([[first.sku, problem]]) };
    const alone: Stored[] = [];
    for (const change of changes) alone.push(await store(deps, binding, [change], options));
    return {
      written: new Set(alone.flatMap(({ written }) => [...written])),
      denied: new Map(alone.flatMap(({ denied }) => [...denied])),
    };
  }
}
