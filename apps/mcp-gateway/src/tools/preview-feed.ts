import { previewChannel } from "@skucast/catalog/channels/preview-channel";
import { getFeed } from "@skucast/catalog/feeds/get-feed";
import type { ChannelPreview } from "@skucast/contracts/channels/preview";
import { idSchema } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import { nearestName } from "@skucast/contracts/nearest";
import { validationFailed } from "@skucast/contracts/problem";
import { z } from "zod";
import { defineTool, READS } from "./define-tool.js";
import { exclusionHint, nextStepOutput } from "./parts/exclusion-hint.js";
import { fitFields } from "./parts/fit-fields.js";
import { fitItems } from "./parts/fit-items.js";
import { issuesOutput, issuesWithoutSku } from "./parts/issues.js";
import { skusInput } from "./parts/sku-input.js";
import { pageInput, pageOutput } from "./parts/tool-page.js";

/** Rows get half of a result; excluded products and invalid products get a fifth each. */
const ROWS_TOKENS_MAX = LIMITS.toolAnswerTokensMax / 2;
const LEFT_OUT_TOKENS_MAX = LIMITS.toolAnswerTokensMax / 5;
const FIELD_LENGTH_MAX = 200;

export const previewFeed = defineTool({
  name: "preview_feed",
  title: "Preview a feed",
  description:
    "Shows what a feed's file would contain now: the mapped rows, and which products are left out and why. Creates no file. " +
    "Use it before run_feed; get_channel_issues lists only issues.",
  scopes: ["feeds:read", "channels:read", "products:read"],
  hints: READS,
  input: z.strictObject({
    feed_id: idSchema("feed"),
    skus: skusInput.optional().describe("Only these products."),
    ...pageInput,
    response_format: z.enum(["concise", "detailed"]).default("concise").describe("detailed: with the values of rows."),
    fields: z
      .array(z.string().max(FIELD_LENGTH_MAX))
      .min(1)
      .max(100)
      .optional()
      .describe("Only these columns of rows."),
  }),
  output: z.object({
    file: z.object({ name: z.string(), format: z.string(), profile: z.string() }),
    counts: z
      .object({ selected: z.int(), written: z.int(), excluded: z.int(), invalid: z.int() })
      .describe("Of all products checked from cursor on."),
    rows: z.array(
      z.looseObject({ sku: z.string(), row: z.record(z.string(), z.unknown()).optional(), issues: issuesOutput }),
    ),
    excluded: z
      .array(z.object({ sku: z.string(), reasons: z.array(z.string()) }))
      .describe("Excluded by the channel's selection or a rule."),
    invalid: z.array(z.object({ sku: z.string(), issues: issuesOutput })),
    next_step: nextStepOutput,
    ...pageOutput,
  }),
  remedies: { not_found: "list_feeds returns the ids of feeds." },
  run: async ({ ctx, principal, input, signal }) => {
    const { feed_id, skus, limit, cursor, response_format, fields } = input;
    const feed = await getFeed({ ctx: ctx.catalog, principal, input: { id: feed_id } });
    const bound = ["feed_preview", principal.workspaceId, feed.channel_id, skus ?? null];
    const after = cursor === undefined ? "" : ctx.cursors.decode(cursor, bound);
    const asked = { id: feed.channel_id, skus, limit, after };
    const { preview, next, listed } = await previewChannel({ ctx: ctx.catalog, principal, input: asked, signal });
    const columns = fields ?? (response_format === "detailed" ? preview.columns : []);
    assertKnownColumns(columns, preview.columns);
    const invalidProducts = preview.invalid.map(({ sku, issues }) => ({ sku, issues: issuesWithoutSku(issues) }));
    const lists = {
      rows: fitItems(preview.rows.map(rowWith(columns)), ROWS_TOKENS_MAX),
      excluded: fitItems(preview.excluded, LEFT_OUT_TOKENS_MAX),
      invalid: fitItems(invalidProducts, LEFT_OUT_TOKENS_MAX),
    };
    const position = skus === undefined ? (completeUpTo(listed, preview.counts, lists) ?? next) : next;
    const { selected, written, excluded, invalid } = preview.counts;
    return {
      file: { name: feed.file_name, format: feed.format, profile: preview.profile },
      counts: { selected, written, excluded, invalid },
      rows: [...lists.rows],
      excluded: [...lists.excluded],
      invalid: [...lists.invalid],
      next_step: exclusionHint(lists.excluded.flatMap(({ reasons }) => reasons)),
      next_cursor: position === null ? null : ctx.cursors.encode({ position, filter: bound }),
      cut: cutSentence(preview.counts, lists),
    };
  },
});

function assertKnownColumns(asked: readonly string[], known: readonly string[]): void {
  const errors = asked.flatMap((name, index) => {
    if (known.includes(name)) return [];
    const near = nearestName(name, known);
    const message = `${name} is not a column${near ? `; did you mean ${near}?` : "."}`;
    return [{ pointer: `/fields/${index}`, code: "not_allowed", message }];
  });
  const [first, ...others] = errors;
  if (!first) return;
  throw validationFailed([{ ...first, message: `${first.message} Columns are ${known.join(", ")}` }, ...others]);
}

/** A row with its values in these columns. Values that are too long are omitted. */
function rowWith(columns: readonly string[]) {
  return ({ sku, row, issues }: ChannelPreview["rows"][number]) => {
    const shown = { sku, issues: issuesWithoutSku(issues) };
    if (columns.length === 0) return shown;
    const cells = columns.filter((name) => name in row).map((name) => [name, row[name]] as const);
    const { kept, omitted } = fitFields(cells, LIMITS.toolEntryTokensMax);
    return { ...shown, row: kept, ...(omitted.length > 0 && { omitted_fields: omitted }) };
  };
}

interface Listed {
  readonly sku: string;
}

interface Shown {
  readonly rows: readonly Listed[];
  readonly excluded: readonly Listed[];
  readonly invalid: readonly Listed[];
}

/**
 * The last SKU up to which all lists are complete; undefined if none was cut. Entries of other lists after it appear
 * again on the next page.
 */
function completeUpTo(
  listed: readonly string[],
  { written, excluded, invalid }: ChannelPreview["counts"],
  shown: Shown,
): string | undefined {
  const lasts = [
    ...(written > shown.rows.length ? shown.rows.slice(-1) : []),
    ...(excluded > shown.excluded.length ? shown.excluded.slice(-1) : []),
    ...(invalid > shown.invalid.length ? shown.invalid.slice(-1) : []),
  ].map(({ sku }) => sku);
  return listed.find((sku) => lasts.includes(sku));
}

function cutSentence({ written, excluded, invalid }: ChannelPreview["counts"], shown: Shown): string | null {
  const rows = written - shown.rows.length;
  const left = excluded - shown.excluded.length;
  const notShown = invalid - shown.invalid.length;
  if (rows + left + notShown === 0) return null;
  return `Not shown: ${rows} rows, ${left} excluded, ${notShown} invalid. Pass next_cursor for them, name their SKUs or request fewer fields.`;
}
