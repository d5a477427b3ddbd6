import { LIMITS } from "@skucast/contracts/limits";
import { withColumnsByValues } from "./columns/find-by-values.js";
import { parentColumns } from "./columns/find-parents.js";
import { settleReading } from "./columns/settle-reading.js";
import { FileFault, TooLargeFault } from "./file-fault.js";
import type { FillDown } from "./fill-down.js";
import { createVariantFinder, isListMapped } from "./formats/find-variants.js";
import type { ImportPlan, RequestedReading } from "./import-plan.js";
import { guessMapping, isTaken } from "./mapping/guess-mapping.js";
import { headerPricesOf } from "./mapping/header-prices.js";
import { columnOf } from "./mapping/rule-column.js";
import { columnsIn, isStorable } from "./member-at.js";
import { withMixedMembers } from "./mixed-members.js";
import { readRows } from "./read-rows.js";
import { isWhole } from "./recognize-product.js";
import type { RawRow } from "./row.js";

/**
 * Completes a plan that was made from the first rows of JSON or XML: adds the columns that first occur after them. What the
 * first rows decided stays. Reads the whole file if it has more rows; memory does not grow with it. Throws TooLargeFault for a
 * file with too many rows. `check` is called for each block of rows, and may throw.
 */
export async function completePlan(
  path: string,
  { requested, ...plan }: ImportPlan,
  options: { readonly rowsMax?: number; readonly check?: () => void } = {},
): Promise<ImportPlan> {
  if (requested === undefined) return plan;
  const columns = createColumnCollector(plan.columns);
  const findIn = createVariantFinder();
  const mayHaveVariants = requested.guess && plan.variants === undefined && plan.records === undefined;
  try {
    for await (const rows of readRows(path, { ...plan, combine: undefined, combines_late: false }, options.rowsMax)
      .rows) {
      options.check?.();
      for (const row of rows) columns.push(row);
      const variants = mayHaveVariants ? findIn(rows) : undefined;
      if (variants !== undefined && !isListMapped(variants, requested.mapping))
        return await completePlan(path, { ...plan, requested, variants }, options);
    }
  } catch (error) {
    // The import reports where a file is broken, and reads the rows before.
    if (error instanceof TooLargeFault || !(error instanceof FileFault)) throw error;
  }
  return withColumns(plan, requested, columns);
}

interface ColumnCollector {
  push(row: RawRow): void;
  readonly added: ReadonlySet<string>;
  /** Some rows with each of the added columns. */
  readonly rows: readonly RawRow[];
}

const ROWS_OF_COLUMN_MAX = 20;
const ROWS_MAX = 500;

/** Collects columns other than the given ones. Runs for every row, so it looks only into objects. */
function createColumnCollector(given: readonly string[]): ColumnCollector {
  const known = new Set(given);
  const counts = new Map<string, number>();
  const rows: RawRow[] = [];
  const added = new Set<string>();

  /** Whether the row is one of the first with the column. */
  function note(column: string): boolean {
    if (known.has(column) || column.length > LIMITS.importColumnNameLengthMax || !isStorable(column)) return false;
    const count = counts.get(column) ?? 0;
    if (count === 0 && given.length + counts.size >= LIMITS.importColumnsMax) return false;
    added.add(column);
    counts.set(column, count + 1);
    if (count + 1 === ROWS_OF_COLUMN_MAX) known.add(column);
    return true;
  }

  return {
    added,
    rows,
    push(row) {
      if (row.members === undefined) return;
      let isNew = false;
      for (const name of Object.keys(row.members)) {
        const value = row.members[name];
        if (typeof value !== "object" || value === null || Array.isArray(value)) isNew = note(name) || isNew;
        else for (const column of columnsIn({ [name]: value }, isWhole)) isNew = note(column) || isNew;
      }
      if (isNew && rows.length < ROWS_MAX) rows.push(row);
    },
  };
}

/** Maps the added columns as if the first rows had them, except to fields that other columns fill. */
function withColumns(plan: ImportPlan, requested: RequestedReading, { added, rows }: ColumnCollector): ImportPlan {
  if (added.size === 0) return plan;
  // In the order of their names: the next file may have its rows in another order.
  const columns = [...plan.columns, ...[...added].sort()];
  const guessed = requested.guess ? guessMapping(columns, requested.mapping ?? {}, plan.preset).mapping : {};
  const targets = new Set([...Object.keys(guessed), ...Object.keys(plan.mapping)]);
  const rules = [...targets].flatMap((target) => {
    const own = plan.mapping[target];
    if (own !== undefined) return [[target, own] as const];
    const rule = guessed[target];
    const isAdded = rule !== undefined && added.has(columnOf(rule) ?? "") && !isTaken(target, plan.mapping);
    return isAdded ? [[target, rule] as const] : [];
  });
  const { decimal: sign, dates: order } = requested;
  const reading = settleReading({ columns, mapping: Object.fromEntries(rules), decimal: sign, dates: order }, rows);
  const known = Object.fromEntries(
    rules.map(([target, rule]) => [target, plan.mapping[target] ?? reading.mapping[target] ?? rule]),
  );
  const given = requested.mapping ?? {};
  const found = requested.guess
    ? withColumnsByValues({ columns: [...added], mapping: known, rows, given, preset: plan.preset })
    : known;
  const isPlain = requested.guess && (plan.preset ?? "none") === "none";
  const mapping = isPlain ? withMixedMembers(found, columns, given) : found;
  const { decimal = reading.decimal, dates = reading.dates } = plan;
  const header_prices = headerPricesOf(mapping, given);
  const fill_down = withParents(plan.fill_down, mapping);
  return { ...plan, columns, mapping, fill_down, decimal, dates, ...(requested.guess && { header_prices }) };
}

/** The columns that variants take from their parents, also those that first occur later. */
function withParents(fillDown: FillDown, mapping: ImportPlan["mapping"]): FillDown {
  const { referred } = fillDown;
  const names = referred && parentColumns(mapping);
  return names === undefined
    ? fillDown
    : { ...fillDown, referred: { ...names, ...(referred?.isLate && { isLate: true }) } };
}
