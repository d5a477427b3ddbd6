import type { GivenMapping, ImportMapping, ImportRule } from "@skucast/contracts/imports/mapping";
import type { ImportPreset } from "@skucast/contracts/imports/presets";
import { LIMITS } from "@skucast/contracts/limits";
import { withoutStores } from "../columns/ask-stores.js";
import { type FillDown, NO_FILL_DOWN } from "../fill-down.js";
import type { ColumnNames } from "../presets/preset.js";
import { presetOf } from "../presets/presets.js";
import { isUnread } from "../presets/unread-columns.js";
import { halfWidth } from "../values/half-width.js";
import { unitNamed } from "../values/quantity.js";
import { addAmounts } from "./add-amounts.js";
import { addElements } from "./add-elements.js";
import { addTranslations } from "./add-translations.js";
import { addUsed } from "./add-used.js";
import { amountHeader } from "./amount-header.js";
import { type HeaderPrices, headerPricesOf } from "./header-prices.js";
import { imageNamed } from "./image-names.js";
import { KNOWN_COLUMNS, plainName } from "./known-columns.js";
import { hasDecimalsNext } from "./minor-units.js";
import { namedParts } from "./named-parts.js";
import { notedNames } from "./noted-names.js";
import { columnOf, ruleColumns } from "./rule-column.js";
import { addSaleDates } from "./sale-dates.js";
import { similarNames } from "./similar-names.js";
import { targetNamed } from "./target-named.js";

const NAME_LENGTH_MAX = 2 * LIMITS.importColumnNameLengthMax;

export interface GuessedMapping {
  readonly mapping: ImportMapping;
  readonly fillDown: FillDown;
  readonly preset: ImportPreset;
  readonly headerPrices: HeaderPrices | undefined;
}

/**
 * Maps columns by their names in our API, in Google's feeds and in shops. The given mapping wins; a target given as null is
 * not guessed. A column is guessed for one field, even if the given mapping uses it for others; but one that is given for a
 * member, such as a translation or the price of a market, is none of a field.
 */
export function guessMapping(sent: readonly string[], given: GivenMapping, requested?: ImportPreset): GuessedMapping {
  // A file with more columns is rejected, and no known name is longer: looking at others would take long.
  const all = sent
    .slice(0, LIMITS.importColumnsMax)
    .filter((name) => name.length <= NAME_LENGTH_MAX && !isUnread(name));
  // The type of an inner object of JSON-LD is none of the product.
  const names = new Set(all);
  // An amount next to its number of decimals may be in minor units: the price is asked for.
  const whole = all.filter((column) => !column.endsWith("/@type") && !hasDecimalsNext(column, names));
  const envelope = envelopeOf(whole);
  const ofMembers = columnsOfMembers(given);
  const columns = whole.filter((column) => !ofMembers.has(column));
  const byNameOfAll = namesOf(whole, envelope);
  const byName = ofMembers.size === 0 ? byNameOfAll : namesOf(columns, envelope);
  const preset = presetOf(byNameOfAll, requested);
  const shop = preset?.read(byNameOfAll);
  const decided = withoutOther(given);
  const ofShop = withoutColumns(shop?.mapping ?? {}, ofMembers);
  const mapping: GivenMapping = { ...without(ofShop, decided), ...decided };
  const used = new Set(Object.values(shop?.mapping ?? {}).flatMap(ruleColumns));
  const add = (target: string, column: string, rule: ImportRule = column): void => {
    mapping[target] = rule;
    used.add(column);
  };
  addMeasuresInTwo(byName, mapping, add);
  addAmounts({ columns, byName, mapping, used, isTaken: (target) => isTaken(target, mapping) });
  addRegularPrice(byName, mapping, add);
  addListedPrices(columns, mapping, { used, add });
  const inWords = preset === undefined ? wordsOf(columns) : new Map<string, string>();
  for (const found of [byName, inWords, notedNames(columns), similarNames(columns)])
    addKnown(found, mapping, used, add);
  // What identifies a product may be stored under another name as well.
  if (!("sku" in mapping)) addSku(byNameOfAll, add);
  addElements({ columns, byName, mapping, used, add });
  if (!("condition" in decided)) addUsed(byName, mapping, used, add);
  if (shop?.mapping.published === undefined) addHiding(byName, mapping, used, add);
  addImages(byName, mapping, used, add);
  addNumberedImages(byName, mapping, used, add);
  addSaleDates({ columns, mapping, used, add });
  if (preset === undefined) addTranslations(columns, mapping, { used, add });
  addHeadersWithUnit(columns, mapping, add);
  addCurrencyOfHeader(mapping);
  const chosen = new Set(Object.keys(given).map(plainName));
  for (const column of columns) {
    const target = targetNamed(column);
    if (target === undefined || used.has(column) || target in mapping || chosen.has(plainName(target))) continue;
    mapping[target] = column;
  }
  const settled = rulesOf(deriveAvailability(withoutStores(whole, mapping, given), given));
  return {
    mapping: settled,
    fillDown: shop?.fillDown ?? NO_FILL_DOWN,
    preset: preset?.name ?? "none",
    headerPrices: headerPricesOf(settled, given),
  };
}

/** The columns by their plain names, also without what is around them. Of several with the same name, the first one counts. */
function namesOf(columns: readonly string[], envelope: string): ColumnNames {
  const reversed = columns.toReversed();
  return new Map([
    ...reversed.flatMap((column) => [
      ...attributeNameOf(column),
      ...listNameOf(column),
      ...innerNameOf(column),
      ...nameBeforeParts(column),
    ]),
    ...reversed.map((column) => [plainName(column), column] as const),
    ...reversed.flatMap((column) =>
      envelope === "" ? [] : [[plainName(column.slice(envelope.length)), column] as const],
    ),
  ]);
}

/** Fields whose members are also read as other fields: the option `Farbe` is the color. */
const ALSO_FIELDS: ReadonlySet<string> = new Set(["variant_options"]);

/** The columns that the given mapping reads as members of a field: translations, prices of markets, attributes. */
function columnsOfMembers(given: GivenMapping): ReadonlySet<string> {
  const rules = Object.entries(given).filter(([target]) => {
    const [field = "", ...members] = target.split(".");
    return members.length > 0 && !ALSO_FIELDS.has(field);
  });
  return new Set(rules.flatMap(([, rule]) => ruleColumns(rule)));
}

/** A shop's rules without those that read one of these columns; its SKU stays. */
const withoutColumns = (mapping: GivenMapping, columns: ReadonlySet<string>): GivenMapping =>
  Object.fromEntries(
    Object.entries(mapping).filter(([target, rule]) => target === "sku" || !columns.has(columnOf(rule) ?? "")),
  );

/** The names that are written as one word: `inventoryQuantity` and `InventoryQuantity` are `inventory_quantity`. */
const wordsOf = (columns: readonly string[]): ColumnNames =>
  new Map(
    columns
      .toReversed()
      .filter((column) => /^[A-Z]?[a-z]+(?:[A-Z][a-z\d]*)+$/.test(column))
      .map((column) => [plainName(column.replace(/([a-z\d])(?=[A-Z])/g, "$1_")), column]),
  );

const namesFor = (...targets: readonly string[]): ReadonlySet<string> =>
  new Set(KNOWN_COLUMNS.flatMap(([target, names]) => (targets.includes(target) ? names : [])));
const PRICE_NAMES = namesFor("price");
const CURRENCY_NAMES = namesFor("price_currency");
const WEIGHT_NAMES = namesFor("weight", "shipping_weight");
const UNIT = /^(?:unit|einheit|unite|unidad|unita|eenheid|jednostka|jednotka|unidade)$/;

/** What the attribute of an element says about its number, in any language: `preis@waehrung`, `gewicht@einheit`. */
function attributeNameOf(column: string): (readonly [name: string, column: string])[] {
  const [, outer = "", attribute = ""] = /^([^@]+)@([^@/]+)$/.exec(column) ?? [];
  if (attribute === "") return [];
  const element = plainName(outer);
  const name = plainName(attribute);
  if (PRICE_NAMES.has(element) && CURRENCY_NAMES.has(name)) return [["price_currency", column]];
  return WEIGHT_NAMES.has(element) && UNIT.test(name)
    ? [
        ["weight", outer],
        ["weight_unit", column],
      ]
    : [];
}

/** The name of a list whose elements are a column of their own: `images/image`. */
function listNameOf(column: string): (readonly [name: string, column: string])[] {
  const [list = "", item, ...more] = column.split("/");
  const isList = item !== undefined && more.length === 0 && plainName(list).startsWith(plainName(item).slice(0, -1));
  return isList ? [[plainName(list), column]] : [];
}

/** The name of an attribute whose header names the parts of its values: `shipping(country:price)`. */
function nameBeforeParts(column: string): (readonly [name: string, column: string])[] {
  const parts = namedParts(column);
  return parts === undefined ? [] : [[parts.name, column]];
}

/** The value of an element or an object with its currency or unit: `price@value`, `stock/quantity`. */
const INNER = /^(.+)[@/](?:value|amount|gross|qty|quantity|count|content|url|contenturl|src|href)$/i;

function innerNameOf(column: string): (readonly [name: string, column: string])[] {
  const [, outer] = INNER.exec(column) ?? [];
  return outer === undefined ? [] : [[plainName(outer), column]];
}

/** The object that all columns are in, as in lines such as `{"product": {…}}`; empty if there is none. */
function envelopeOf(columns: readonly string[]): string {
  const isResource = columns.includes("type") && columns.some((column) => column.startsWith("attributes/"));
  const others = columns.filter((column) => !OF_LIST_ITEM.has(column) && !(isResource && OF_RESOURCE.test(column)));
  const [first = ""] = others;
  const outer = first.slice(0, first.indexOf("/") + 1);
  return outer !== "" && others.every((column) => column.startsWith(outer)) ? outer : "";
}

/** What a resource of JSON:API has besides its attributes. */
const OF_RESOURCE = /^(?:type|id|meta|links|relationships)(?:\/|$)/;

/** What an item in a list of schema.org has besides its object. */
const OF_LIST_ITEM: ReadonlySet<string> = new Set(["@type", "@id", "position"]);

/** Maps the columns with known names; each is used once. */
function addKnown(byName: ColumnNames, mapping: GivenMapping, used: ReadonlySet<string>, add: Add): void {
  for (const [target, names] of KNOWN_COLUMNS) {
    if (isTaken(target, mapping)) continue;
    const column = names.map((name) => byName.get(name)).find((found) => found !== undefined && !used.has(found));
    if (column !== undefined) add(target, column);
  }
}

const SKU_NAMES = KNOWN_COLUMNS.flatMap(([target, names]) => (target === "sku" ? names : []));

function addSku(byName: ColumnNames, add: Add): void {
  const column = SKU_NAMES.map((name) => byName.get(name)).find((found) => found !== undefined);
  if (column !== undefined) add("sku", column);
}

const HIDING = KNOWN_COLUMNS.flatMap(([target, names]) => (target === "published" ? names : []));

/** Any of several columns may hide a product, such as `active` and `visibility`. */
function addHiding(byName: ColumnNames, mapping: GivenMapping, used: ReadonlySet<string>, add: Add): void {
  if (mapping.published === undefined || mapping.published === null) return;
  const others = HIDING.flatMap((name) => byName.get(name) ?? []).filter((column) => !used.has(column));
  for (const [i, column] of [...new Set(others)].entries()) add(`published#${i + 10}`, column);
}

type Add = (target: string, column: string, rule?: ImportRule) => void;

/** A mapping without the targets that are null. */
export const rulesOf = (given: GivenMapping): ImportMapping =>
  Object.fromEntries(Object.entries(given).flatMap(([target, rule]) => (rule === null ? [] : [[target, rule]])));

/** Targets with the same meaning: if one of them is mapped, the others are not guessed. */
const SAME: readonly (readonly string[])[] = [
  ["price", "price_amount"],
  ["sale_price", "sale_price_amount"],
  ["cost", "cost_amount"],
  ["image", "image_url"],
  ["stock", "inventory_quantity", "stock_by_source"],
  ["weight", "shipping_weight", "weight.value"],
  ["product_length", "dimensions.length", "dimensions"],
  ["product_width", "dimensions.width", "dimensions"],
  ["product_height", "dimensions.height", "dimensions"],
];

/** A file may have both the status and whether the product is shown. If only one of them is given, it alone decides. */
function withoutOther(given: GivenMapping): GivenMapping {
  if ("status" in given) return { published: null, ...given };
  return "published" in given ? { status: null, ...given } : given;
}

/** Whether a target, or one with the same meaning, is mapped. */
export const isTaken = (target: string, mapping: GivenMapping): boolean =>
  target in mapping ||
  SAME.some((same) => same[0] !== undefined && same.includes(target) && same.some((other) => other in mapping));

/** Of three prices, `price` is the lower one of the others. */
function addRegularPrice(byName: ColumnNames, mapping: GivenMapping, add: Add): void {
  const regular = byName.get("regular_price");
  if (regular === undefined || !byName.has("sale_price") || isTaken("price", mapping)) return;
  add("price", regular);
}

/** A list of prices with their currencies: `<prices><price currency="EUR">12.90</price></prices>`. */
const LISTED_PRICE = /^(?:.*\/)?(?:prices\/price|prices?)@(?:currency|currency_?code)$/i;

function addListedPrices(
  columns: readonly string[],
  mapping: GivenMapping,
  { used, add }: { readonly used: ReadonlySet<string>; readonly add: Add },
): void {
  const currency = columns.find((column) => LISTED_PRICE.test(column) && !used.has(column));
  const price = currency?.slice(0, currency.lastIndexOf("@"));
  if (currency === undefined || price === undefined || !columns.includes(price) || used.has(price)) return;
  if (isTaken("price", mapping) || "prices" in mapping) return;
  add("price", price);
  if (!("price_currency" in mapping)) add("price_currency", currency);
}

/** A number in one column and its unit in another: `weight` and `weight_unit`. */
const UNIT_NAMES = [
  [
    "weight",
    ["weight", "shipping_weight", "product_weight", "gewicht"],
    ["weight_unit", "shipping_weight_unit", "weight_unit_of_measure", "gewichtseinheit"],
  ],
] as const;

function addMeasuresInTwo(byName: ColumnNames, mapping: GivenMapping, add: Add): void {
  for (const [field, values, units] of UNIT_NAMES) {
    const value = values.map((name) => byName.get(name)).find((column) => column !== undefined);
    const unit = units.map((name) => byName.get(name)).find((column) => column !== undefined);
    if (value === undefined || unit === undefined || isTaken(field, mapping)) continue;
    add(`${field}.value`, value);
    add(`${field}.unit`, unit);
  }
}

/** Maps a column whose name has no words but those of the image of a product: `URL de l'image`. */
function addImages(byName: ColumnNames, mapping: GivenMapping, used: ReadonlySet<string>, add: Add): void {
  if (isTaken("image", mapping) || "additional_image_urls" in mapping) return;
  const [main, others] = [true, false].map((isMain) =>
    [...byName].find(([name, column]) => !used.has(column) && imageNamed(name, column)?.isMain === isMain),
  );
  const found = main ?? others;
  if (found !== undefined) add("image", found[1]);
}

const NUMBERED_IMAGE =
  /^(?:product_)?(?:(?:url|link)_)?(?:image|picture|photo|img|bild|produktbild|foto|afbeelding|imagen|immagine|imagem|zdjecie|obrazek)(?:_?(?:url|link|src))?_?(\d{1,2})(?:_?(?:url|link|src))?$/;

/** Images in columns of their own: `Image 1`, `Bild 2`. */
function addNumberedImages(byName: ColumnNames, mapping: GivenMapping, used: ReadonlySet<string>, add: Add): void {
  if ("image_url" in mapping || "additional_image_urls" in mapping) return;
  const found = [...byName].flatMap(([name, column]) => {
    const [, number] = NUMBERED_IMAGE.exec(name) ?? [];
    return number === undefined || used.has(column) ? [] : [{ number: Number(number), column }];
  });
  for (const { number, column } of found.sort((a, b) => a.number - b.number))
    if (!(`image#${number}` in mapping)) add(`image#${number}`, column);
}

const HEADER_UNIT = /^(.+?)[\s_]*(?:\(\s*|\[\s*|\bin\s+|_|\s)(kg|g|lbs?|oz|cm|mm|m|inch|in|ft)\s*[)\]]?$/;

/** Finds the unit in a column's header: `Weight (kg)`. */
function addHeadersWithUnit(columns: readonly string[], mapping: GivenMapping, add: Add): void {
  for (const column of columns) {
    const [, bare = "", unit] = HEADER_UNIT.exec(halfWidth(column).trim()) ?? [];
    const target = MEASURE_NAMES[plainName(bare)];
    if (target === undefined || unit === undefined || isTaken(target, mapping)) continue;
    add(target, column, { column, unit: unitNamed(unit) });
  }
}

/** The currency in the header of a price that was found by its name: `Price €`. */
function addCurrencyOfHeader(mapping: GivenMapping): void {
  if (isTaken("price_currency", mapping)) return;
  const hasPrice = PRICES.some((target) => target in mapping);
  for (const target of hasPrice ? PRICES : [...PRICES, ...COSTS]) {
    const column = columnOf(mapping[target] ?? null);
    const currency = column === undefined ? undefined : amountHeader(column).currency;
    if (currency === undefined) continue;
    mapping.price_currency = { value: currency };
    return;
  }
}

const PRICES = ["price", "price_amount", "sale_price", "sale_price_amount"];
const COSTS = ["cost", "cost_amount"];
const MEASURE_NAMES: Readonly<Record<string, string | undefined>> = {
  weight: "shipping_weight",
  shipping_weight: "shipping_weight",
  gewicht: "shipping_weight",
  length: "product_length",
  lange: "product_length",
  laenge: "product_length",
  width: "product_width",
  breite: "product_width",
  height: "product_height",
  hohe: "product_height",
  hoehe: "product_height",
};

/** If a file has a stock count but no availability, availability is derived from the stock. */
function deriveAvailability(mapping: GivenMapping, given: GivenMapping): GivenMapping {
  const { inventory_quantity: quantity, ...rest } = mapping;
  if (quantity === undefined || "inventory_quantity" in given || "availability" in mapping) return mapping;
  return { ...rest, stock: quantity };
}

/** A shop's rules without those that the given mapping decides. */
const without = (mapping: GivenMapping, given: GivenMapping): GivenMapping =>
  Object.fromEntries(
    Object.entries(mapping).filter(
      ([target]) =>
        !isTaken(target, given) &&
        !(target.startsWith("published#") && "published" in given) &&
        !(target === "compare_at_price" && hasOtherPrice(mapping, given)),
    ),
  );

/** Whether the price comes from none of the shop's columns for it: the price before the reduction is then another one, too. */
function hasOtherPrice(mapping: GivenMapping, given: GivenMapping): boolean {
  const own = ruleColumns(given.price ?? given.price_amount ?? null);
  const known = new Set(ruleColumns(mapping.price ?? mapping.price_amount ?? null));
  return own.length > 0 && !own.some((column) => known.has(column));
}
