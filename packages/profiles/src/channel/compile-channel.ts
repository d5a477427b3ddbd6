import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { Channel } from "@skucast/contracts/channels/channel";
import { profileOf } from "../profiles/profile-of.js";
import { compileRules, type RuleTally } from "../rules/compile-rules.js";
import { type Cell, memberOf, type StoredProduct } from "./cell.js";
import { type CheckValue, checkValueFor } from "./check-value.js";
import { variantCheckFor, variantKeyOf } from "./check-variant.js";
import { type CheckRow, crossChecksOf } from "./cross-checks.js";
import { error, type RowIssue, warning } from "./issue.js";
import { isOnSale, type MappingContext, type MapValue, mapValueFor } from "./map-value.js";
import { pricedFor, withOverriddenSale } from "./market-price.js";
import { plainTextMaker } from "./plain-text.js";
import { type Given, type GivenValues, readValue, readValues } from "./read-value.js";
import { pricePlaceOf, pricesSettlerFor } from "./settle-prices.js";
import { translatorFor } from "./translate-product.js";
import { withOptionFields } from "./variant-options.js";

/** What of a channel decides about its rows. */
export type ChannelDefinition = Pick<Channel, "id" | "profile" | "market" | "defaults" | "rules">;

/** A product as the channel would publish it. */
export interface MappedRow {
  /** False when there is an error among the issues: the row stays out of the file. */
  readonly isValid: boolean;
  /** A value for each column, in their order. */
  readonly cells: readonly Cell[];
  readonly issues: readonly RowIssue[];
  /** The same for variants of a group that have the same options; undefined where the product is no such variant. */
  readonly variant?: string | undefined;
}

export interface CompiledChannel {
  readonly profile: ProfileDefinition;
  readonly columns: readonly Column[];
  /** Pure and fast: called once for each product of a run. What goes wrong is an issue of the row; it never throws. */
  map(product: StoredProduct): MappedRow;
  /** The product with the price and the sale that the channel takes. */
  priced(product: StoredProduct): StoredProduct;
}

/** All that is known about a column before the first product. */
interface Plan {
  readonly column: Column;
  readonly field: string;
  readonly member: string | undefined;
  readonly map: MapValue | undefined;
  readonly fallback: Cell;
  readonly check: CheckValue | undefined;
}

const NO_ISSUES: readonly RowIssue[] = [];

/**
 * Makes of a channel the function that maps its products. What wins, first to last: the product's override for this
 * channel (by the column's name, or by the product's field behind it; an empty string empties the cell), the channel's rules in
 * their order, the product's translation into the market's language, its own value, the channel's default. `now` decides
 * which sales are on. `tallies`, one for each rule, are kept if given.
 */
export function compileChannel(channel: ChannelDefinition, now: Date, tallies?: readonly RuleTally[]): CompiledChannel {
  const profile = profileOf(channel);
  const { columns } = profile;
  const { currency } = channel.market;
  const context = { now, country: channel.market.country, columns };
  const plans = columns.map((column) => planOf(column, channel, context));
  const checkVariant = variantCheckFor(columns);
  const translate = translatorFor(channel.market);
  const applyRules = compileRules(channel.rules, columns, currency, tallies);
  const crossChecks = crossChecksOf(profile, context);
  const pricePlace = pricePlaceOf(columns);
  const makePlainText = plainTextMaker(columns);
  const settlePrices = pricesSettlerFor(columns, currency);
  const mapSound = (given: StoredProduct): MappedRow => {
    const issues: RowIssue[] = [];
    const product = pricedFor(channel.market, withOptionFields(translate(given, issues)));
    const cells: Cell[] = [];
    for (const plan of plans) cells.push(mappedCell(plan, product));
    fillFromAttributes({ cells, product, issues }, plans, currency);
    const price = cells[pricePlace];
    applyRules?.(cells, product, issues);
    const overrides = memberOf(product.channel_overrides, channel.id);
    if (overrides !== undefined) override({ cells, product, issues }, plans, { overrides, currency, now });
    settlePrices(cells, price, issues);
    makePlainText?.(cells, issues);
    const row = finished(cells, plans, crossChecks, issues);
    if (product.item_group_id === undefined) return row;
    const variantIssue = checkVariant(cells, product);
    return { ...(variantIssue ? mappedWith(row, variantIssue) : row), variant: variantKeyOf(product) };
  };
  const map = (given: StoredProduct): MappedRow => {
    try {
      return mapSound(given);
    } catch (cause) {
      return { isValid: false, cells: columns.map(() => undefined), issues: [mappingFailed(cause)] };
    }
  };
  const priced = (product: StoredProduct): StoredProduct =>
    withOverriddenSale(pricedFor(channel.market, product), memberOf(product.channel_overrides, channel.id));
  return { profile, columns, map, priced };
}

/** One product must not take the others of its channel with it, whatever is the matter with it. */
const mappingFailed = (cause: unknown): RowIssue =>
  error("mapping_failed", "", `the row could not be made (${cause instanceof Error ? cause.name : typeof cause})`);

/** A mapped row with one more issue. */
export function mappedWith(row: MappedRow, issue: RowIssue): MappedRow {
  return { ...row, isValid: row.isValid && issue.severity === "warning", issues: [...row.issues, issue] };
}

function planOf(column: Column, channel: ChannelDefinition, context: MappingContext): Plan {
  const [field = "", member] = column.from?.split(".") ?? [];
  return {
    column,
    field,
    member,
    map: mapValueFor(column, context),
    fallback: fallbackOf(column, channel),
    check: checkValueFor(column),
  };
}

/** What a cell is where the product has nothing to say. */
export function fallbackOf(
  { type, default: name }: Column,
  { defaults, market }: Pick<ChannelDefinition, "defaults" | "market">,
): Cell {
  if (type === "absence") return true;
  if (name === undefined) return undefined;
  if (name === "target_countries") return defaults[name] ?? [market.country];
  return name === "store_country" ? (defaults[name] ?? market.country) : defaults[name];
}

function mappedCell({ field, member, map, fallback }: Plan, product: StoredProduct): Cell {
  let value = product[field];
  if (value !== undefined && member !== undefined) value = memberOf(value, member);
  if (value === undefined || value === null) return fallback;
  const cell = map ? map(value, product) : (value as Cell);
  return cell === undefined ? fallback : cell;
}

interface MappedProduct {
  readonly cells: Cell[];
  readonly product: StoredProduct;
  readonly issues: RowIssue[];
}

interface Overriding {
  readonly overrides: unknown;
  /** The market's. */
  readonly currency: string;
  readonly now: Date;
}

function override({ cells, product, issues }: MappedProduct, plans: readonly Plan[], overriding: Overriding) {
  const { overrides, now } = overriding;
  const onSale = withOverriddenSale(product, overrides);
  const currency = currencyOf(overriding, product, issues);
  for (const [place, plan] of plans.entries()) {
    const { column } = plan;
    const named = memberOf(overrides, column.name);
    const given = named === undefined && column.from !== undefined ? memberOf(overrides, column.from) : named;
    if (named === undefined && isOfSale(column) && onSale !== product) {
      cells[place] = mappedCell(plan, onSale);
      if (column.type === "sale_window" || given === undefined || !isOnSale(onSale, now.getTime())) continue;
    }
    if (given === undefined) continue;
    // Stored overrides may still be null; a write can only say "" any more, for null takes the override away.
    const isBlank = given === null || given === "";
    const cell = isBlank ? undefined : readValue(column, given as Given, currency);
    if (!isBlank && cell === undefined) issues.push(unusable(column, "the product's override"));
    cells[place] = cell;
  }
}

/** What an override's amounts are in that name no currency: its `price_currency`, else the market's. */
function currencyOf(
  { overrides, currency }: Overriding,
  { price_currency }: StoredProduct,
  issues: RowIssue[],
): string {
  const named = memberOf(overrides, "price_currency");
  if (typeof named !== "string") return currency;
  const isPriced = ["price", "price_amount"].some((name) => memberOf(overrides, name) !== undefined);
  if (!isPriced && named !== price_currency) {
    const message = "price_currency alone makes no price of another currency: give price_amount with it";
    issues.push(error("currency_mismatch", "price", message));
  }
  return named.toUpperCase();
}

/** Columns that no field stands for take the custom attribute of their name. */
function fillFromAttributes({ cells, product, issues }: MappedProduct, plans: readonly Plan[], currency: string) {
  const attributes = product.custom_attributes;
  if (typeof attributes !== "object" || attributes === null) return;
  for (const [place, { column }] of plans.entries()) {
    if (column.from !== undefined || !Object.hasOwn(attributes, column.name)) continue;
    const cell = readValues(column, memberOf(attributes, column.name) as GivenValues, currency);
    if (cell !== undefined) cells[place] = cell;
    else
      issues.push(warning("invalid_value", column.name, `left out: the custom attribute is no ${typeWords(column)}`));
  }
}

const isOfSale = ({ type }: Column): boolean => type === "sale_money" || type === "sale_window";

function finished(
  cells: Cell[],
  plans: readonly Plan[],
  crossChecks: readonly CheckRow[],
  issues: RowIssue[],
): MappedRow {
  for (const check of crossChecks) {
    const issue = check(cells);
    if (issue) issues.push(issue);
  }
  for (let place = 0; place < plans.length; place += 1) {
    const plan = plans[place];
    const cell = cells[place];
    if (cell === undefined || cell === "") {
      if (plan?.column.required) issues.push(missing(plan.column));
    } else if (plan?.check) {
      const issue = plan.check(cell);
      if (issue) issues.push(issue);
    }
  }
  if (issues.length === 0) return { isValid: true, cells, issues: NO_ISSUES };
  return { isValid: issues.every((issue) => issue.severity === "warning"), cells, issues };
}

const typeWords = ({ type }: Column): string => type.replaceAll("_", " ");

const missing = ({ name }: Column): RowIssue => error("missing_value", name, "the channel needs a value here");
const unusable = ({ name, type }: Column, what: string): RowIssue =>
  error("invalid_value", name, `${what} is not a usable ${type.replaceAll("_", " ")}`);
