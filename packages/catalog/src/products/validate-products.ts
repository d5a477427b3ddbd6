import type { CustomProfileCreate } from "@skucast/contracts/channel-profiles/custom-profile";
import { fixHintOf } from "@skucast/contracts/channel-profiles/issue-codes";
import { bindingOf } from "@skucast/contracts/principal";
import { type Fault, Problem } from "@skucast/contracts/problem";
import type { ProductUpsert } from "@skucast/contracts/products/product";
import type { RunIssue } from "@skucast/contracts/runs/run";
import { readProducts } from "@skucast/db/products/read-products";
import { type CompiledChannel, compileChannel } from "@skucast/profiles/channel/compile-channel";
import { withVariantComparison } from "@skucast/profiles/channel/watch-variants";
import type { Call } from "../call.js";
import type { Cancellable } from "../cancellable.js";
import { assertProfileValid } from "../channel-profiles/assert-profile-valid.js";
import { definitionFrom } from "../channel-profiles/create-channel-profile.js";
import { type DefinedChannel, getDefinedChannel } from "../channels/get-channel.js";
import { lookupTablesOf } from "../lookup-tables/with-lookup-tables.js";
import { mapInSlices } from "../map-in-slices.js";
import { tooSlow } from "../rendering-turns.js";
import { requireScope } from "../require-scope.js";
import { decideChange, type StoredState } from "./decide-product.js";
import { visibleChannelsFor } from "./hidden-overrides.js";
import { rejectUnknownOverrides } from "./override-faults.js";
import { type ParsedItem, parseItems } from "./parse-items.js";
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
  readonly isValid: boolean;
  readonly change: "create" | "update" | "none" | null;
  readonly faults: readonly Fault[];
  readonly issues: readonly Omit<RunIssue, "sku">[];
}

/** Checks products as an upsert would, and, with a channel, their rows as a run would. Stores nothing. */
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
  const drafted = channel && (profile ? withProfile(channel, profile) : channel);
  const compiled = drafted && withVariantComparison(compileChannel({ ...drafted, lookupTables }, ctx.clock.now()));
  const items = await rejectUnknownOverrides(ctx, bindingOf(principal), parseItems(input.items));
  const skus = items.flatMap((item) => ("body" in item ? [item.body.sku] : []));
  signal?.throwIfAborted();
  const stored = await readProducts(ctx.db, bindingOf(principal), skus);
  const docs = [...stored.values()].map(({ doc }) => doc);
  const visible = await visibleChannelsFor(ctx, bindingOf(principal), docs);
  const stateFor = (sku: string): StoredState | null => {
    const product = stored.get(sku);
    return product ? stateOf(product, visible) : null;
  };
  const validate = (item: ParsedItem, index: number) =>
    "problem" in item
      ? rejectedItem(index, item.sku, item.problem)
      : validation(index, item.body, stateFor(item.body.sku), compiled);
  const validated = await ctx.renderingTurns.run(principal.workspaceId, (rendering) =>
    mapInSlices(items, validate, { signal, ...rendering }),
  );
  if (validated.length < items.length) throw tooSlow("validation");
  return validated;
}

/** The channel with a draft of a profile, which is rejected like a POST of it. */
function withProfile(channel: DefinedChannel, draft: CustomProfileCreate): DefinedChannel {
  const definition = definitionFrom(draft);
  assertProfileValid(definition);
  return { ...channel, profile: definition.name, definition };
}

function validation(
  index: number,
  body: ProductUpsert,
  stored: StoredState | null,
  channel: CompiledChannel | null,
): ProductValidation {
  const { sku } = body;
  try {
    const decision = decideChange({ sku, body, mode: "merge", mustExist: false }, stored);
    const product = decision.type === "unchanged" ? stored?.content : decision.next.content;
    const row = product && channel?.map(product);
    const issues = (row?.issues ?? []).map((issue) => ({ ...issue, fix_hint: fixHintOf(issue.code) }));
    return { index, sku, isValid: row?.isValid ?? true, change: changeOf(decision), faults: [], issues };
  } catch (error) {
    if (error instanceof Problem) return rejectedItem(index, sku, error);
    throw error;
  }
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
});
