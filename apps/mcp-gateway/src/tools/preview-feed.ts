import { previewChannel } from "@skucast/catalog/channels/preview-channel";
import { getFeed } from "@skucast/catalog/feeds/get-feed";
import type { ChannelPreview } from "@skucast/contracts/channels/preview";
import { idSchema } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import { nearest } from "@skucast/contracts/nearest";
import { validationFailed } from "@skucast/contracts/problem";
import { z } from "zod";
import { defineTool, READS } from "./define-tool.js";
import { fitFields } from "./parts/fit-fields.js";
import { fitItems } from "./parts/fit-items.js";
import { issuesBelow, issuesOutput } from "./parts/issues.js";
import { skusInput } from "./parts/sku-input.js";
import { pageInput, pageOutput } from "./parts/tool-page.js";

/** Rows have half of an answer; those left out share the rest. */
const ROWS_TOKENS_MAX = LIMITS.toolAnswerTokensMax / 2;
const LEFT_OUT_TOKENS_MAX = LIMITS.toolAnswerTokensMax / 5;
const FIELD_LENGTH_MAX = 200;

export const previewFeed = defineTool({
  name: "preview_feed",
  title: "Preview a feed",
  description:
    "Shows what a feed's file would hold now: rows as its channel maps them, what is left out and why. Makes no file. Use " +
    "it before run_feed; get_channel_issues lists faults alone.",
  scopes: ["feeds:read", "channels:read", "products:read"],
  hints: READS,
  input: z.strictObject({
    feed_id: idSchema("feed"),
    skus: skusInput.optional().describe("Only these products."),
    ...pageInput,
    response_format: z.enum(["concise", "detailed"]).default("concise").describe("detailed: with rows' values."),
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
      .describe("Of all that was looked at from cursor on."),
    rows: z.array(
      z.looseObject({ sku: z.string(), row: z.record(z.string(), z.unknown()).optional(), issues: issuesOutput }),
    ),
    excluded: z.array(z.object({ sku: z.string(), reasons: z.array(z.string()) })).describe("Left out by choice."),
    invalid: z.array(z.object({ sku: z.string(), issues: issuesOutput })),
    ...pageOutput,
  }),
  remedies: { not_found: "list_feeds gives the ids of feeds." },
  run: async ({ ctx, principal, input, signal }) => {
    const { feed_id, skus, limit, cursor, response_format, fields } = input;
    const feed = await getFeed({ ctx: ctx.catalog, principal, input: { id: feed_id } });
    const bound = ["feed_preview", principal.workspaceId, feed.channel_id, skus ?? null];
    const after = cursor === undefined ? "" : ctx.cursors.decode(cursor, bound);
    const asked = { id: feed.channel_id, skus, limit, after };
    const { preview, next, listed } = await previewChannel({ ctx: ctx.catalog, principal, input: asked, signal });
    const columns = fields ?? (response_format === "detailed" ? preview.columns : []);
    refuseUnknownColumns(columns, preview.columns);
    const faulty = preview.invalid.map(({ sku, issues }) => ({ sku, issues: issuesBelow(issues) }));
    const lists = {
      rows: fitItems(preview.rows.map(rowWith(columns)), ROWS_TOKENS_MAX),
      excluded: fitItems(preview.excluded, LEFT_OUT_TOKENS_MAX),
      invalid: fitItems(faulty, LEFT_OUT_TOKENS_MAX),
    };
    const position = skus === undefined ? (wholeUpTo(listed, preview.counts, lists) ?? next) : next;
    const { selected, written, excluded, invalid } = preview.counts;
    return {
      file: { name: feed.file_name, format: feed.format, profile: preview.profile },
      counts: { selected, written, excluded, invalid },
      rows: [...lists.rows],
      excluded: [...lists.excluded],
      invalid: [...lists.invalid],
      next_cursor: position === null ? null : ctx.cursors.encode({ position, filter: bound }),
      cut: cutSentence(preview.counts, lists),
    };
  },
});

function refuseUnknownColumns(asked: readonly string[], known: readonly string[]): void {
  const faults = asked.flatMap((name, index) => {
    if (known.includes(name)) return [];
    const near = nearest(name, known);
    const message = `${name} is not a column${near ? `; did you mean ${near}?` : "."}`;
    return [{ pointer: `/fields/${index}`, code: "not_allowed", message }];
  });
  const [first, ...others] = faults;
  if (!first) return;
  throw validationFailed([{ ...first, message: `${first.message} Columns are ${known.join(", ")}` }, ...others]);
}

/** A row with its values in these columns, the longest left out where it would crowd out others. */
function rowWith(columns: readonly string[]) {
  return ({ sku, row, issues }: ChannelPreview["rows"][number]) => {
    const shown = { sku, issues: issuesBelow(issues) };
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

/** The last SKU up to which every list is whole; undefined when none was cut. What other lists show after it comes again. */
function wholeUpTo(
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
  const faulty = invalid - shown.invalid.length;
  if (rows + left + faulty === 0) return null;
  return `Not shown: ${rows} rows, ${left} excluded, ${faulty} invalid. Pass next_cursor for them, name their SKUs or ask for fewer fields.`;
}
