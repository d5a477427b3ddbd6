import type { CustomProfileCreate } from "@skucast/contracts/channel-profiles/custom-profile";
import { fixHintOf } from "@skucast/contracts/channel-profiles/issue-codes";
import { bindingOf } from "@skucast/contracts/principal";
import { type Fault, Problem } from "@skucast/contracts/problem";
import type { ProductUpsert } from "@skucast/contracts/products/product";
import type { RunIssue } from "@skucast/contracts/runs/run";
import { channelConditions } from "@skucast/db/products/channel-conditions";
import { findExclusions } from "@skucast/db/products/find-exclusions";
import { readProducts, type StoredProduct } from "@skucast/db/products/read-products";
import { type CompiledChannel, compileChannel } from "@skucast/profiles/channel/compile-channel";
import { withIdComparison } from "@skucast/profiles/channel/watch-ids";
import { withVariantComparison } from "@skucast/profiles/channel/watch-variants";
import type { Call } from "../call.js";
import type { Cancellable } from "../cancellable.js";
import { assertProfileValid } from "../channel-profiles/assert-profile-valid.js";
import { definitionFrom } from "../channel-profiles/create-channel-profile.js";
import { type DefinedChannel, getDefinedChannel } from "../channels/get-channel.js";
import { checkMember } from "../check-member.js";
import { lookupTablesOf } from "../lookup-tables/with-lookup-tables.js";
import { mapInSlices } from "../map-in-slices.js";
import { tooSlow } from "../rendering-turns.js";
import { requireScope } from "../require-scope.js";
import { type Decision, decideChange } from "./decide-product.js";
import { type VisibleChannels, visibleChannelsFor } from "./hidden-overrides.js";
import { rejectUnknownOverrides } from "./override-faults.js";
import { type ParsedItem, parseItems } from "./parse-items.js";
import { renderProduct } from "./product-content.js";
import { stateOf } from "./write-products.js";

interface Input {
  readonly items: readonly unknown[];
  readonly channelId?: string | undefined;
  /** A draft of a profile that the channel would have instead of its own. */
  readonly profile?: CustomProfileCreate | undefined;
}

/** The result of validating an item: what an upsert would do, the errors that would reject it, and channel issues. */
export interface ProductValidation {
  readonly index: number;
  readonly sku: string | null;
  /** Whether it can be stored and the channel, if any, would publish it. */
  readonly isValid: boolean;
  readonly change: "create" | "update" | "none" | null;
  readonly faults: readonly Fault[];
  readonly issues: readonly Omit<RunIssue, "sku">[];
  /** Why the channel excludes the product, as in a preview; empty if it does not. */
  readonly reasons: readonly string[];
}

/**
 * Checks products as an upsert would, and, with a channel, its selection and their rows as a run would. Stores nothing.
 */
export async function validateProducts({
  ctx,
  principal,
  input,
  signal,
}: Call<Input> & Cancellable): Promise<ProductValidation[]> {
  requireScope(principal, "products:read");
  const { channelId, profile } = input;
  const channel =
    channelId === undefined ? null : await getDefinedChannel({ ctx, principal, input: { id: channelId } });
  const lookupTables = await lookupTablesOf({ ctx, principal }, channel ? [channel] : []);
  const drafted = channel && (profile ? await withProfile(channel, profile) : channel);
  const compiled =
    drafted && withVariantComparison(withIdComparison(compileChannel({ ...drafted, lookupTables }, ctx.clock.now())));
  const binding = bindingOf(principal);
  const turn = () => ctx.turns.next(principal.workspaceId);
  const items = await rejectUnknownOverrides(ctx, binding, await parseItems(input.items, { signal, turn }));
  const skus = items.flatMap((item) => ("body" in item ? [item.body.sku] : []));
  signal?.throwIfAborted();
  const stored = await readProducts(ctx.db, binding, skus);
  const docs = [...stored.values()].map(({ doc }) => doc);
  const visible = await visibleChannelsFor(ctx, binding, docs);
  const checking: Checking = { stored, visible, channel: compiled, now: ctx.clock.now() };
  const check = (item: ParsedItem, index: number): Checked =>
    "problem" in item
      ? { validation: rejectedItem(index, item.sku, item.problem), doc: null }
      : checkItem(index, item.body, checking);
  const checked = await ctx.renderingTurns.run(principal.workspaceId, (rendering) =>
    mapInSlices(items, check, { signal, ...rendering }),
  );
  if (checked.length < items.length) throw tooSlow("validation");
  if (channel === null) return checked.map(({ validation }) => validation);
  const query = { binding, conditions: channelConditions(channel.selection) };
  const exclusions = await findExclusions(ctx.db, { ...query, docs: checked.flatMap(({ doc }) => doc ?? []) });
  return withExclusions(checked, exclusions);
}

/** The channel with a draft of a profile, which is rejected like a POST of it. */
async function withProfile(channel: DefinedChannel, draft: CustomProfileCreate): Promise<DefinedChannel> {
  const definition = definitionFrom(draft);
  await checkMember("/profile", () => assertProfileValid(definition));
  return { ...channel, profile: definition.name, definition };
}

interface Checking {
  readonly stored: ReadonlyMap<string, StoredProduct>;
  readonly visible: VisibleChannels;
  readonly channel: CompiledChannel | null;
  readonly now: Date;
}

interface Checked {
  readonly validation: ProductValidation;
  /** The product as it would be stored; null if it would not be. */
  readonly doc: string | null;
}

function checkItem(index: number, body: ProductUpsert, { stored, visible, channel, now }: Checking): Checked {
  const { sku } = body;
  const found = stored.get(sku);
  const state = found ? stateOf(found, visible) : null;
  try {
    const decision = decideChange({ sku, body, mode: "merge", mustExist: false }, state);
    const product = decision.type === "unchanged" ? state?.content : decision.next.content;
    const row = product && channel?.map(product);
    const issues = (row?.issues ?? []).map((issue) => ({ ...issue, fix_hint: fixHintOf(issue.code) }));
    const change = changeOf(decision);
    const reasons = row?.isExcluded ? ["rule"] : [];
    const validation = { index, sku, isValid: row?.isValid ?? true, change, faults: [], issues, reasons };
    return { validation, doc: docOf(decision, found, now) };
  } catch (error) {
    if (error instanceof Problem) return { validation: rejectedItem(index, sku, error), doc: null };
    throw error;
  }
}

/** The document that would be stored. */
function docOf(decision: Decision, found: StoredProduct | undefined, now: Date): string | null {
  if (decision.type === "unchanged") return found?.doc ?? null;
  const { next, version } = decision;
  const createdAt = found && !found.deleted ? found.createdAt : now;
  const server = { id: found?.id ?? "", contentHash: next.hash, version, createdAt, updatedAt: now };
  return renderProduct(next.content, next.json, server);
}

/** Adds why the selection excludes products; `exclusions` has an entry for each that would be stored, in order. */
function withExclusions(checked: readonly Checked[], exclusions: readonly (readonly string[])[]): ProductValidation[] {
  const remaining = exclusions.values();
  return checked.map(({ validation, doc }) => {
    const reasons = doc === null ? [] : (remaining.next().value ?? []);
    return reasons.length === 0 ? validation : { ...validation, isValid: false, reasons };
  });
}

function changeOf(decision: ReturnType<typeof decideChange>): ProductValidation["change"] {
  if (decision.type === "unchanged") return "none";
  return decision.eventType === "product.created" ? "create" : "update";
}

/** The result for an item that cannot be stored. */
export const rejectedItem = (index: number, sku: string | null, problem: Problem): ProductValidation => ({
  index,
  sku,
  isValid: false,
  change: null,
  faults: problem.faults.length > 0 ? problem.faults : [{ pointer: "", code: problem.code, message: problem.message }],
  issues: [],
  reasons: [],
});
