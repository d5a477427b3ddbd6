import { type Channel, patchedChannel } from "@skucast/contracts/channels/channel";
import type { ChannelPreview, ChannelPreviewRequest } from "@skucast/contracts/channels/preview";
import { LIMITS } from "@skucast/contracts/limits";
import { bindingOf } from "@skucast/contracts/principal";
import { channelConditions } from "@skucast/db/products/channel-conditions";
import { type Candidate, listCandidates, readCandidatesBySku } from "@skucast/db/products/read-candidates";
import { compileChannel } from "@skucast/profiles/channel/compile-channel";
import type { RuleTally } from "@skucast/profiles/rules/compile-rules";
import type { Call } from "../call.js";
import type { Cancellable } from "../cancellable.js";
import { resolveProfile } from "../channel-profiles/resolve-profile.js";
import { checkMember } from "../check-member.js";
import { lookupTablesOf } from "../lookup-tables/with-lookup-tables.js";
import { mapInSlices } from "../map-in-slices.js";
import { assertOverridesShown } from "../products/assert-overrides-shown.js";
import { type Rendering, tooSlow } from "../rendering-turns.js";
import { requireScope } from "../require-scope.js";
import { runRead } from "../transactions.js";
import { assertRulesValid } from "./assert-rules-valid.js";
import { type DefinedChannel, getDefinedChannel } from "./get-channel.js";
import { createKnownHolders, type KnownHolders } from "./known-holders.js";
import { createPreviewReport, type PreviewReport } from "./preview-report.js";

interface PreviewInput extends Omit<ChannelPreviewRequest, "cursor"> {
  readonly id: string;
  /** The SKU after which to start; empty for the start of the catalog. */
  readonly after: string;
}

export interface PreviewPage {
  readonly preview: Omit<ChannelPreview, "next_cursor">;
  /** The SKU after which the next preview starts; null at the end. */
  readonly next: string | null;
  /** The SKUs of all entries of the lists, in catalog order. */
  readonly listed: readonly string[];
}

const PAGE_SIZE = 500;

interface Reporting extends Rendering {
  readonly report: PreviewReport;
  readonly holders: KnownHolders;
}

type PreviewCall = Call<PreviewInput> & Cancellable;

/**
 * Shows what the channel, or a draft of it, would publish now. It maps and checks the products that the principal sees,
 * with the same code as a run. It examines a limited number of products for a limited time, and stores nothing. Which of
 * several products has an id is known from the listings, and of a draft only by the examined products.
 */
export async function previewChannel(call: PreviewCall): Promise<PreviewPage> {
  const { ctx, principal, input } = call;
  requireScope(principal, "products:read");
  const channel = await withDraft(call, await getDefinedChannel(call));
  const now = ctx.clock.now();
  const tallies = channel.rules.map((): RuleTally => ({ matched: 0, changed: 0, failed: 0 }));
  const lookupTables = await lookupTablesOf(call, [channel]);
  const { skus } = input;
  const holders = await createKnownHolders(call, channel.id);
  const { next, report } = await ctx.renderingTurns.run(principal.workspaceId, async (rendering) => {
    // Compiling hundreds of rules takes as long as a slice of products, or longer.
    await rendering.turn();
    const compiled = holders.check(compileChannel({ ...channel, lookupTables }, now, tallies));
    const reporting = { ...rendering, holders, report: createPreviewReport(compiled, input.limit) };
    const following = skus
      ? await previewNamed(call, channel, { ...reporting, skus })
      : await previewSelection(call, channel, reporting);
    return { next: following, report: reporting.report };
  });
  const preview = {
    channel_id: channel.id,
    as_of: now.toISOString(),
    ...report.finish(),
    rules: channel.rules.map(({ type }, index) => ({ index, type, ...(tallies[index] as RuleTally) })),
    is_complete: next === null,
  };
  return { preview, next, listed: report.listed };
}

/** The channel with the draft applied. A draft that is not valid is rejected like the same PATCH. */
async function withDraft(call: PreviewCall, stored: DefinedChannel): Promise<DefinedChannel> {
  const { channel: draft } = call.input;
  if (draft === undefined) return stored;
  await assertOverridesShown(call, draft.selection?.conditions, draft.rules);
  const channel = patchedChannel(stored, draft);
  return checkMember("/channel", () =>
    runRead(call, "channels:read", async (tx, workspaceId) => {
      const isSame = channel.profile === stored.profile;
      const { definition } = isSame ? stored : await resolveProfile({ tx, workspaceId }, channel.profile);
      const written = { rules: draft.rules != null || !isSame, selection: draft.selection != null };
      await assertRulesValid({ tx, workspaceId }, { ...channel, definition }, written);
      return { ...channel, definition };
    }),
  );
}

async function previewSelection(
  { ctx, principal, input, signal }: PreviewCall,
  { selection }: Channel,
  { report, holders, turn, isOver }: Reporting,
): Promise<string | null> {
  const query = { binding: bindingOf(principal), conditions: channelConditions(selection), limit: PAGE_SIZE };
  let { after } = input;
  for (let seen = 0; seen < LIMITS.previewProductsMax; ) {
    signal?.throwIfAborted();
    const { candidates, isLast } = await listCandidates(ctx.db, { ...query, after });
    await holders.read(candidates);
    const { length } = await mapInSlices(candidates, report.add, { signal, turn, isOver });
    const last = candidates[length - 1];
    if ((length === candidates.length && isLast) || last === undefined) return null;
    after = last.sku;
    seen += length;
    if (isOver()) break;
  }
  return after;
}

async function previewNamed(
  { ctx, principal, signal }: PreviewCall,
  { selection }: Channel,
  { report, holders, turn, isOver, skus }: Reporting & { readonly skus: readonly string[] },
): Promise<null> {
  const query = { binding: bindingOf(principal), conditions: channelConditions(selection), skus };
  const found = new Map((await readCandidatesBySku(ctx.db, query)).map((candidate) => [candidate.sku, candidate]));
  const missing = (sku: string): Candidate => ({ sku, doc: "", exclusions: ["not_found"] });
  const named = [...new Set(skus)].map((sku) => found.get(sku) ?? missing(sku));
  await holders.read(named);
  const { length } = await mapInSlices(named, report.add, { signal, turn, isOver });
  if (length < named.length) throw tooSlow("preview");
  return null;
}
