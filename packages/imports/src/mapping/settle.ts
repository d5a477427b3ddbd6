import { CURRENCY_DECIMALS } from "@skucast/contracts/codes/currencies";
import { isGtin } from "@skucast/contracts/gtin";
import { isJsonObject } from "@skucast/contracts/merge-patch";
import { plainNumber } from "../values/decimal.js";
import { attributeField } from "./attribute-fields.js";
import { noteBrokenText } from "./broken-text.js";
import { addFault, type Draft, type NamedValue, type ShopFacts } from "./draft.js";
import { settleAllImages } from "./images.js";
import { type MappedColumns, SALE_DATES } from "./mapped-columns.js";
import { settleMinorUnits } from "./minor-units.js";
import { leaveOutMarketSales, settleMarkets } from "./read-market-price.js";
import { settleCurrency, takeMarketOfCurrency } from "./settle-currency.js";
import { settleLabels } from "./settle-labels.js";
import { settleStock } from "./settle-stock.js";
import { settleTranslations } from "./settle-translations.js";
import { isZero, rejectZeroPrice } from "./zero-price.js";

/** Combines the values of several columns: the currency, a sale, images, options, status and availability. */
export function settle(draft: Draft, mapped: MappedColumns): void {
  settleCurrency(draft);
  takeMarketOfCurrency(draft, mapped.headerMarkets);
  settleMinorUnits(draft);
  settleNoPrice(draft);
  settleNoSale(draft);
  settleMarkets(draft, mapped);
  if (draft.shop !== undefined) settleShop(draft, draft.shop);
  if (draft.hasWholeOptions) settleChosen(draft, mapped.hasWholeRecords);
  settleAllImages(draft);
  settleSaleDates(draft, mapped);
  settleMeasures(draft);
  settleLabels(draft);
  if (!mapped.keepsHtml) settleTranslations(draft);
  noteBrokenText(draft);
  noteWrongGtin(draft);
}

const MEASURES = ["weight", "dimensions", "package_weight", "package_dimensions"] as const;

/** OpenAI's files have the numbers of an object of measures as text. */
function settleMeasures({ body }: Draft): void {
  for (const field of MEASURES) {
    const value = body[field];
    if (!isJsonObject(value)) continue;
    const members = Object.entries(value).map(([name, given]) => {
      const number = typeof given === "string" && name !== "unit" ? plainNumber(given) : undefined;
      return [name, number ?? given];
    });
    body[field] = Object.fromEntries(members);
  }
}

/** Channels reject a GTIN with a wrong check digit; it stays, because it may be right in another system. */
function noteWrongGtin(draft: Draft): void {
  const { gtin } = draft.body;
  if (typeof gtin !== "string" || !/^(?:\d{8}|\d{12,14})$/.test(gtin) || isGtin(gtin)) return;
  const message = "has a wrong check digit; channels reject it";
  addFault(draft, { pointer: "/gtin", code: "invalid_gtin", message, value: gtin });
}

function settleShop(draft: Draft, shop: ShopFacts): void {
  if (shop.isOnSale === false || shop.isOnSale === "unreadable") leaveOutSale(draft, shop, shop.isOnSale);
  if (shop.compareAtPrice !== undefined) settleSale(draft, shop.compareAtPrice);
  settleDiscount(draft, shop);
  if (shop.variantImage !== undefined) settleImages(draft, shop.variantImage);
  if (shop.options.size > 0) settleOptions(draft, shop);
  if (shop.attributes.size > 0) settleAttributes(draft, shop);
  if (shop.isPublished !== undefined) settleStatus(draft, shop.isPublished);
  settleStock(draft, shop);
}

/**
 * A row with a sale has all dates that the file has columns for: former ones do not stay. A row that ends the sale ends its
 * dates as well, which the next sale would have otherwise. The dates of a sale whose amount is left out are those of no other
 * sale.
 */
function settleSaleDates(draft: Draft, { saleDates }: MappedColumns): void {
  const { body } = draft;
  const { sale_price_amount: sale } = body;
  if (sale === null) for (const field of SALE_DATES) body[field] = null;
  else if (sale !== undefined) for (const field of saleDates) body[field] ??= null;
  else if (isSaleLeftOut(draft)) for (const field of SALE_DATES) delete body[field];
}

/** Whether a row without a sale has a value for one, which could not be read or says nothing without a price. */
const isSaleLeftOut = ({ faults, shop }: Draft): boolean =>
  faults.some(({ pointer }) => pointer === "/sale_price_amount") ||
  (shop?.compareAtPrice ?? shop?.discountAmount ?? shop?.discountPercent) !== undefined;

/** A product that is not on sale has its regular price. If the file does not say it in yes or no, a stored sale stays. */
function leaveOutSale(draft: Draft, shop: ShopFacts, isOnSale: false | "unreadable"): void {
  const { body } = draft;
  // A sale that is yet to start is not on now.
  if (isOnSale === false && Date.parse(String(body.sale_price_starts_at)) > draft.now) {
    draft.isTimed = true;
    return;
  }
  for (const field of ["sale_price_amount", ...SALE_DATES])
    if (isOnSale === false) body[field] = null;
    else delete body[field];
  shop.compareAtPrice = undefined;
  shop.discountAmount = undefined;
  shop.discountPercent = undefined;
  leaveOutMarketSales(draft, isOnSale === false);
}

/** Many shops write 0 for a product without a price; it is never sold for nothing. A phone is paid for with its contract. */
function settleNoPrice(draft: Draft): void {
  const { body } = draft;
  if (!isZero(body.price_amount) || body.subscription_cost || body.installment) return;
  delete body.price_amount;
  rejectZeroPrice(draft, "/price_amount");
}

/** The same for a product that is not on sale. */
function settleNoSale({ body }: Draft): void {
  if (isZero(body.sale_price_amount)) body.sale_price_amount = null;
}

/** Some shops have a separate column for the original price: it becomes the price, and their price the sale price. */
function settleSale({ body }: Draft, before: number): void {
  const { price_amount: price } = body;
  if (typeof price !== "number") return;
  if (before <= price) {
    body.sale_price_amount ??= null;
    return;
  }
  body.price_amount = before;
  body.sale_price_amount = price;
}

/** A reduction of the price. Percentages are rounded to the decimals of the currency. */
function settleDiscount({ body }: Draft, { discountAmount = 0, discountPercent = 0 }: ShopFacts): void {
  const { price_amount: price, price_currency: currency } = body;
  if (typeof price !== "number" || typeof body.sale_price_amount === "number") return;
  const off = discountAmount > 0 ? discountAmount : (price * discountPercent) / 100;
  if (off <= 0 || off >= price) return;
  const decimals = CURRENCY_DECIMALS.get(String(currency).toUpperCase()) ?? 2;
  body.sale_price_amount = Number((price - off).toFixed(decimals));
}

function settleImages({ body }: Draft, own: string): void {
  const { image_url: first, additional_image_urls: more } = body;
  const others = [first, ...(Array.isArray(more) ? more : [])].filter((url) => typeof url === "string" && url !== own);
  body.image_url = own;
  if (others.length > 0) body.additional_image_urls = others;
}

/** In Shopify's files a product without variants has one option with this name. */
const isNoOption = ({ name, value }: NamedValue): boolean => name === "Title" && value === "Default Title";
export const COLOR = /^((?:primary |main )?colou?r|farbe|couleur|colore|kleur)$/i;
export const SIZE = /^(size|größe|groesse|taille|talla|taglia|maat)$/i;

function settleOptions(draft: Draft, { options, hasOtherOptions = false }: Partial<ShopFacts>): void {
  const { body, replaces } = draft;
  const chosen = [...(options?.values() ?? [])].flatMap(pairsOf).filter((pair) => !isNoOption(pair));
  // If the row has all options of the variant, stored ones are removed.
  if (!hasOtherOptions) replaces.push("variant_options");
  else if (chosen.length === 0) return;
  if (chosen.length === 0) {
    body.variant_options = null;
    return;
  }
  body.variant_options = Object.fromEntries(chosen.map(({ name, value }) => [name, value]));
  body.color ??= chosen.find(({ name }) => COLOR.test(name))?.value;
  body.size ??= chosen.find(({ name }) => SIZE.test(name))?.value;
}

/** The color and the size of a variant whose options are one object. */
function settleChosen({ body, replaces }: Draft, hasWholeRecords: boolean): void {
  if (!isJsonObject(body.variant_options)) return;
  if (hasWholeRecords) replaces.push("variant_options");
  for (const [name, value] of Object.entries(body.variant_options)) {
    if (typeof value !== "string") continue;
    if (COLOR.test(name)) body.color ??= value;
    if (SIZE.test(name)) body.size ??= value;
  }
}

interface Pair {
  readonly name: string;
  readonly value: string;
}

/** A name and a value, or as many of both separated by bars. */
function pairsOf({ name = "", value = "" }: NamedValue): Pair[] {
  const [names, values] = [name, value].map((text) => text.split("|").map((part) => part.trim()));
  if (names === undefined || values === undefined) return [];
  const pairs =
    names.length === values.length ? names.map((one, i) => ({ name: one, value: values[i] ?? "" })) : [{ name, value }];
  return pairs.filter((pair) => pair.name !== "" && pair.value !== "");
}

/** What a product has one of. The colors and sizes of a product without variants may be all that there are. */
const SINGLE: ReadonlySet<string> = new Set(["brand", "material", "gtin", "mpn"]);

/** An attribute is an option in the row of a variant, and a custom attribute elsewhere, which may fill a field, too. */
function settleAttributes(draft: Draft, { attributes, rowType }: ShopFacts): void {
  if (rowType === "variant") {
    settleOptions(draft, { options: attributes });
    return;
  }
  const pairs = [...attributes.values()].flatMap(({ name, value }) => (name && value ? [[name, value]] : []));
  const present = draft.body.custom_attributes;
  if (pairs.length > 0)
    draft.body.custom_attributes = { ...(present as object | undefined), ...Object.fromEntries(pairs) };
  for (const [name = "", value = ""] of pairs) {
    const known = attributeField(name, value);
    if (known !== undefined && SINGLE.has(known.field)) draft.body[known.field] ??= known.value;
  }
}

/** A product that the shop hides is not published, even if its status is active. */
function settleStatus({ body }: Draft, isPublished: boolean): void {
  if (isPublished) body.status ??= "active";
  else if (body.status !== "archived") body.status = "draft";
}
