import type { ImportFormat, ImportPreviewOptions } from "@skucast/contracts/imports/import";
import { type Fault, validationFailed } from "@skucast/contracts/problem";
import { hasHeader } from "./formats.js";
import type { ImportPlan } from "./import-plan.js";
import { guessMapping, rulesOf } from "./mapping/guess-mapping.js";
import { columnOf, ruleColumns } from "./mapping/rule-column.js";
import { withMixedMembers } from "./mixed-members.js";

interface Sent {
  readonly options: ImportPreviewOptions;
  readonly format: ImportFormat;
  /** Whether later rows may have columns that the first ones lack. */
  readonly hasMore: boolean;
}

type Mapped = Pick<ImportPlan, "mapping" | "fill_down" | "preset" | "header_prices">;

/** The mapping of a file's columns: what was sent with it, and the guess for the others. Throws validation_failed. */
export function mappingOf(columns: readonly string[], { options, format, hasMore }: Sent): Mapped {
  const given = options.mapping ?? {};
  const missing = hasMore ? [] : missingColumns(columns, options);
  if (missing.length > 0) throw validationFailed(missing);
  const guessed = options.guess
    ? guessMapping(columns, given, options.preset)
    : { mapping: rulesOf(given), fillDown: { columns: [] }, preset: "none" as const, headerPrices: undefined };
  const { mapping, preset, headerPrices } = guessed;
  const prices = headerPrices && { header_prices: headerPrices };
  const fill_down = fillDownOf(options, mapping) ?? guessed.fillDown;
  if (hasHeader(format)) return { mapping: inFile(mapping, columns, preset), preset, fill_down, ...prices };
  const isPlain = options.guess && preset === "none";
  return { mapping: isPlain ? withMixedMembers(mapping, columns, given) : mapping, preset, fill_down, ...prices };
}

/**
 * A table without a column keeps its field. In other formats, every row may lack the member of a sale that has ended; and a
 * feed for a channel has no column for a sale if no product has one.
 */
function inFile(
  mapping: ImportPlan["mapping"],
  columns: readonly string[],
  preset: ImportPlan["preset"],
): ImportPlan["mapping"] {
  const endsSales = preset !== undefined && FEEDS.has(preset);
  const isInFile = (column: string | undefined) => column === undefined || columns.includes(column);
  return Object.fromEntries(
    Object.entries(mapping).filter(
      ([target, rule]) => isInFile(columnOf(rule)) || (endsSales && SALE_TARGETS.has(target)),
    ),
  );
}

const FEEDS: ReadonlySet<string> = new Set(["google", "meta", "openai"]);
const SALE_TARGETS: ReadonlySet<string> = new Set(["sale_price", "sale_period"]);

/** Rows of one product have the same value in the given column, or in that of the group, otherwise in the title. */
function fillDownOf(
  { fill_down: columns, fill_down_within: within }: ImportPreviewOptions,
  mapping: ImportPlan["mapping"],
): ImportPlan["fill_down"] | undefined {
  if (columns === undefined) return undefined;
  const titles = columnOf(mapping.title ?? null);
  return {
    columns,
    within: within ?? columnOf(mapping.item_group_id ?? null),
    ...(titles !== undefined && { titles: [titles] }),
  };
}

/** Columns in the request that the file does not have. In JSON and XML a member may be missing from all rows. */
function missingColumns(
  columns: readonly string[],
  { mapping = {}, fill_down = [], fill_down_within: within, format }: ImportPreviewOptions,
): Fault[] {
  if (format === "jsonl" || format === "json" || format === "xml") return [];
  const named = [
    ...Object.entries(mapping).flatMap(([target, rule]) =>
      ruleColumns(rule).map((column) => ({ pointer: `/mapping/${target}`, column })),
    ),
    ...fill_down.map((column) => ({ pointer: "/fill_down", column })),
    { pointer: "/fill_down_within", column: within },
  ];
  return named
    .filter(({ column }) => column !== undefined && !columns.includes(column))
    .map(({ pointer, column }) => ({ pointer, code: "not_found", message: `the file has no column ${column}` }));
}
