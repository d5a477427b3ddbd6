import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { Channel } from "@skucast/contracts/channels/channel";
import type { Feed } from "@skucast/contracts/feeds/feed";
import type { LookupTables } from "@skucast/contracts/lookup-tables/lookup-table";
import { fileLossOf } from "../formats/file-loss.js";
import { type ProfileChoice, profileOf } from "../profiles/profile-of.js";
import { compileRules, type RuleTally } from "../rules/compile-rules.js";
import { type Cell, memberOf, type StoredProduct } from "./cell.js";
import { type CheckValue, checkValueFor } from "./check-value.js";
import { type Variant, variantCheckFor } from "./check-variant.js";
import { kindOf } from "./column-kinds.js";
import { contractPriceFor } from "./contract-price.js";
import { type CheckRow, crossChecksOf } from "./cross-checks.js";
import { derivedLossesFor } from "./derived-losses.js";
import { expirationCheckFor } from "./expiration.js";
import { createHtmlConverter } from "./html-converter.js";
import { error, type RowIssue, warning } from "./issue.js";
import { type MappingContext, type MapValue, mapValueFor } from "./map-value.js";
import { mappingLossesFor } from "./mapping-losses.js";
import { pricedFor, withOverriddenSale } from "./market-price.js";
import { type Given, readValue } from "./read-value.js";
import { renamedAmountsFor } from "./renamed-amounts.js";
import { isSaleWrittenFor, salePeriodCheckFor } from "./sale-period.js";
import { CURRENCY_ALONE, createPriceSettler, priceNameOf } from "./settle-prices.js";
import { takesAttribute } from "./takes-attribute.js";
import { translatorFor } from "./translate-product.js";
import { boundIn, fillFromAttributes, leaveOutRejected, reportUnread, stillTaken } from "./unread-attributes.js";
import { formedIn, leaveOutUnusable } from "./value-forms.js";
import { otherOptionsFor, withOptionFields } from "./variant-options.js";

/** The parts of a channel that determine its rows. */
export type ChannelDefinition = ProfileChoice &
  Pick<Channel, "id" | "market" | "defaults" | "rules"> & {
    /** The lookup tables that the rules use. */
    readonly lookupTables?: LookupTables | undefined;
    /** The format of the files. Default: the profile's first. */
    readonly format?: Feed["format"] | undefined;
  };

/** A product as the channel would publish it. */
export interface MappedRow {
  /** False when there is an error among the issues, or a rule excludes the product: the row stays out of the file. */
  readonly isValid: boolean;
  /** True when a rule excludes the product; the only issue has its reason. */
  readonly isExcluded?: boolean;
  /** A value for each column, in their order. */
  readonly cells: readonly Cell[];
  readonly issues: readonly RowIssue[];
  /** Undefined for a product without a group. */
  readonly variant?: Variant | undefined;
}

export interface CompiledChannel {
  readonly profile: ProfileDefinition;
  readonly columns: readonly Column[];
  /** Pure and fast: called once for each product of a run. It never throws: every error becomes an issue of the row. */
  map(product: StoredProduct): MappedRow;
  /** The product with the price and the sale that the channel publishes. */
  priced(product: StoredProduct): StoredProduct;
}

/** Everything about a column that does not depend on the product. */
interface Plan {
  readonly column: Column;
  /** The index of its cell. */
  readonly place: number;
  readonly field: string;
  readonly member: string | undefined;
  readonly map: MapValue | undefined;
  /** The same from the column's other field. */
  readonly otherwise: Plan | undefined;
  readonly fallback: Cell;
  readonly check: CheckValue | undefined;
}

const NO_ISSUES: readonly RowIssue[] = [];

/**
 * Compiles a channel into the function that maps its products. The first of these that gives a value wins: the product's
 * override for this channel (by the name of the column or of the product's field; an empty string clears the cell), the
 * channel's rules in their order, the product's translation into the market's language, its own value, the channel's
 * default. `now` determines which sales are active. `tallies` has one entry for each rule and is updated if given.
 */
export function compileChannel(channel: ChannelDefinition, now: Date, tallies?: readonly RuleTally[]): CompiledChannel {
  const profile = profileOf(channel);
  const { columns } = profile;
  const { currency } = channel.market;
  const { country, language } = channel.market;
  const isSaleWritten = isSaleWrittenFor(columns, now);
  const context = { now, country, language, currency, otherOptions: otherOptionsFor(columns), isSaleWritten };
  const plans = columns.map((column, place) => planOf(column, place, channel, context));
  const fallbacks = plans.map(({ fallback }) => fallback);
  const filled = plans.filter(({ column }) => column.from !== undefined);
  const formed = formedIn(columns, { own: channel.definition != null });
  const bound = boundIn(plans);
  const attributed = { open: plans.filter(({ column }) => takesAttribute(column)), bound };
  const checked = plans.filter(({ column, check }) => column.required || check !== undefined);
  const checkVariant = variantCheckFor(columns);
  const translate = translatorFor(channel.market);
  const ruleContext = { columns, currency, nowMs: now.getTime(), lookupTables: channel.lookupTables };
  const fillTemplates = compileRules(templatesOf(columns), ruleContext);
  const applyRules = compileRules(channel.rules, ruleContext, tallies);
  const crossChecks = crossChecksOf(profile, context);
  const rowChecks = { checked, crossChecks, mayBeFree: contractPriceFor(columns, country) };
  const lossesOf = mappingLossesFor(columns, country);
  const derivedLossesOf = derivedLossesFor(profile);
  const expirationIssueOf = expirationCheckFor(columns, now);
  const lossOf = fileLossOf(profile, channel.format ?? profile.formats[0]);
  const htmlConverter = createHtmlConverter(columns, channel.rules);
  const prices = createPriceSettler(profile, channel.rules, channel.market);
  const renamedIn = renamedAmountsFor(columns, channel.rules);
  const checkSalePeriod = salePeriodCheckFor(profile, now);
  const saleName = columns.find(({ type }) => type === "sale_money")?.name ?? "";
  const mapOrThrow = (given: StoredProduct): MappedRow => {
    const issues: RowIssue[] = [];
    const product = pricedFor(channel.market, withOptionFields(translate(given, issues)));
    const cells = fallbacks.slice();
    for (const plan of filled) cells[plan.place] = mappedCell(plan, product);
    const losses = lossesOf?.(product, cells) ?? [];
    const overrides = memberOf(product.channel_overrides, channel.id);
    const isChanged = applyRules ?? fillTemplates ?? overrides ?? product.custom_attributes;
    const mapped = isChanged === undefined ? undefined : mappedFields(cells, bound);
    const attributes = fillFromAttributes({ cells, product }, attributed, currency);
    const before = prices.before(cells);
    fillTemplates?.(cells, product, issues);
    const exclusion = applyRules?.(cells, product, issues);
    if (exclusion !== undefined) {
      const issue = warning("excluded_by_rule", "", exclusion);
      return { isValid: false, isExcluded: true, cells, issues: [issue] };
    }
    const ruled = htmlConverter?.before(cells) ?? [];
    if (overrides !== undefined) override({ cells, product, issues }, plans, { overrides, currency, isSaleWritten });
    if (attributes) reportUnread(cells, attributes.unread, issues);
    const taken = attributes && stillTaken(cells, attributes);
    if (mapped) leaveOutUnusable(cells, mapped, { formed, issues });
    prices.settle({ cells, product, issues }, before);
    if (renamedIn) issues.push(...renamedIn(cells, product));
    if (checkSalePeriod && product.sale_price_amount !== undefined) {
      const selling = withOverriddenSale(product, overrides);
      checkSalePeriod({ cells, selling, issues, isOwn: memberOf(overrides, saleName) === undefined });
    }
    if (derivedLossesOf && mapped) {
      issues.push(...derivedLossesOf(cells, mapped).filter((issue) => !isReported(issue, issues)));
    }
    htmlConverter?.convert(cells, ruled, issues);
    if (taken) leaveOutRejected(cells, taken, issues);
    if (lossOf) issues.push(...lossOf(cells));
    for (const { place, isIn, issue } of losses) {
      if (isIn(cells[place]) && !isReported(issue, issues)) issues.push(issue);
    }
    const expired = expirationIssueOf?.(product);
    if (expired) issues.push(expired);
    const row = finished(cells, rowChecks, issues);
    if (product.item_group_id === undefined) return row;
    const { variant, issue } = checkVariant(cells, product);
    return { ...(issue ? mappedWith(row, issue) : row), variant };
  };
  const map = (given: StoredProduct): MappedRow => {
    try {
      return mapOrThrow(given);
    } catch (cause) {
      return { isValid: false, cells: columns.map(() => undefined), issues: [mappingFailed(cause)] };
    }
  };
  const priced = (product: StoredProduct): StoredProduct =>
    withOverriddenSale(pricedFor(channel.market, product), memberOf(product.channel_overrides, channel.id));
  return { profile, columns, map, priced };
}

/** A product that cannot be mapped must not stop the run for the other products. */
const mappingFailed = (cause: unknown): RowIssue =>
  error("mapping_failed", "", `the row could not be created (${cause instanceof Error ? cause.name : typeof cause})`);

/** A mapped row with one more issue. */
export function mappedWith(row: MappedRow, issue: RowIssue): MappedRow {
  return { ...row, isValid: row.isValid && issue.severity === "warning", issues: [...row.issues, issue] };
}

function planOf(column: Column, place: number, channel: ChannelDefinition, context: MappingContext): Plan {
  const [field = "", ...names] = column.from?.split(".") ?? [];
  const member = names.length === 0 ? undefined : names.join(".");
  const { else_from: other, ...alone } = column;
  return {
    column,
    place,
    field,
    member,
    map: mapValueFor(column, context),
    otherwise: other === undefined ? undefined : planOf({ ...alone, from: other }, place, channel, context),
    fallback: fallbackOf(column, channel),
    check: checkValueFor(column),
  };
}

/** The profile's own templates, as the rules that they work like. */
const templatesOf = (columns: readonly Column[]): Channel["rules"] =>
  columns.flatMap(({ name, template }) =>
    template === undefined ? [] : [{ type: "template", field: name, template } as const],
  );

/** The cell of a column for which the product has no value. */
export function fallbackOf(column: Column, channel: Pick<ChannelDefinition, "defaults" | "market">): Cell {
  const cell = defaultOf(column, channel);
  if (cell !== undefined || column.constant === undefined) return cell;
  return readValue(column, column.constant, channel.market.currency);
}

function defaultOf(
  { type, default: name, constant }: Column,
  { defaults, market }: Pick<ChannelDefinition, "defaults" | "market">,
): Cell {
  if (type === "absence" && constant === undefined) return true;
  if (name === undefined) return undefined;
  if (name === "target_countries") return defaults[name] ?? [market.country];
  return name === "store_country" ? (defaults[name] ?? market.country) : defaults[name];
}

function mappedCell({ field, member, map, fallback, otherwise }: Plan, product: StoredProduct): Cell {
  let value = product[field];
  if (value !== undefined && member !== undefined) value = memberOf(value, member);
  const cell = value === undefined || value === null ? undefined : map ? map(value, product) : (value as Cell);
  if (cell !== undefined) return cell;
  return otherwise === undefined ? fallback : mappedCell(otherwise, product);
}

/** A row of the product's fields, without the `bound` columns, which custom attributes fill. */
function mappedFields(cells: readonly Cell[], bound: readonly Plan[]): Cell[] {
  const mapped = cells.slice();
  for (const { place } of bound) mapped[place] = undefined;
  return mapped;
}

interface MappedProduct {
  readonly cells: Cell[];
  readonly product: StoredProduct;
  readonly issues: RowIssue[];
}

interface Overriding {
  readonly overrides: unknown;
  /** The market's currency. */
  readonly currency: string;
  readonly isSaleWritten: (product: StoredProduct) => boolean;
}

function override({ cells, product, issues }: MappedProduct, plans: readonly Plan[], overriding: Overriding) {
  const { overrides, isSaleWritten } = overriding;
  const onSale = withOverriddenSale(product, overrides);
  const priceName = priceNameOf(plans.map(({ column }) => column));
  const currency = currencyOf({ overriding, product, issues, priceName });
  for (const plan of plans) {
    const { column, place } = plan;
    const named = memberOf(overrides, column.name);
    const given = firstGiven(named, overrideOf(overrides, column.from), overrideOf(overrides, column.else_from));
    if (named === undefined && isOfSale(column) && onSale !== product) {
      cells[place] = mappedCell(plan, onSale);
      if (column.type === "sale_window" || given === undefined || !isSaleWritten(onSale)) continue;
    }
    if (given === undefined) continue;
    // Stored overrides may still be null. A write can only store "", because null removes the override.
    const isBlank = given === null || given === "";
    const cell = isBlank ? undefined : readValue(column, given as Given, currency);
    if (!isBlank && cell === undefined) issues.push(unusable(column, "the product's override"));
    cells[place] = cell;
  }
}

/** Null, which empties the cell, is a value. */
const firstGiven = (...values: readonly unknown[]): unknown => values.find((value) => value !== undefined);

const overrideOf = (overrides: unknown, field: string | undefined): unknown =>
  field === undefined ? undefined : memberOf(overrides, field);

interface Currencies {
  readonly overriding: Overriding;
  readonly product: StoredProduct;
  readonly issues: RowIssue[];
  /** The name of the price's column. */
  readonly priceName: string;
}

/** The currency of an override's amounts that name none: its `price_currency`, otherwise the market's. */
function currencyOf({ overriding, product, issues, priceName }: Currencies): string {
  const { overrides, currency } = overriding;
  const named = memberOf(overrides, "price_currency");
  if (typeof named !== "string") return currency;
  const isPriced = ["price", "price_amount", priceName].some((name) => memberOf(overrides, name) !== undefined);
  if (!isPriced && named !== product.price_currency) {
    issues.push(error("currency_mismatch", priceName, CURRENCY_ALONE));
  }
  return named.toUpperCase();
}

const isOfSale = ({ type }: Column): boolean => type === "sale_money" || type === "sale_window";

interface RowChecks {
  /** The columns that need a value or check it, in their order. */
  readonly checked: readonly Plan[];
  readonly crossChecks: readonly CheckRow[];
  /** Whether a row's price may be zero; undefined if it never may. */
  readonly mayBeFree: ((cells: readonly Cell[]) => boolean) | undefined;
}

/** Checks a row. */
function finished(cells: Cell[], { checked, crossChecks, mayBeFree }: RowChecks, issues: RowIssue[]): MappedRow {
  for (const check of crossChecks) {
    const issue = check(cells);
    if (issue) issues.push(issue);
  }
  for (const { column, place, check } of checked) {
    const cell = cells[place];
    if (cell === undefined || cell === "") {
      if (column.required && !isExplained(column, issues)) issues.push(missing(column));
    } else if (check) {
      const issue = check(cell);
      if (issue && !(issue.code === "price_not_positive" && mayBeFree?.(cells))) issues.push(issue);
    }
  }
  if (issues.length === 0) return { isValid: true, cells, issues: NO_ISSUES };
  return { isValid: issues.every((issue) => issue.severity === "warning"), cells, issues };
}

const isReported = ({ code, field }: RowIssue, issues: readonly RowIssue[]): boolean =>
  issues.some((issue) => issue.code === code && issue.field === field);

/** Whether an issue already says why a column has no value. */
const isExplained = ({ name }: Column, issues: readonly RowIssue[]): boolean =>
  issues.some(({ severity, field }) => severity === "error" && field === name);

const missing = ({ name }: Column): RowIssue => error("missing_value", name, "the channel requires a value");
const unusable = (column: Column, what: string): RowIssue =>
  error("invalid_value", column.name, `${what} must be ${kindOf(column)}`);
