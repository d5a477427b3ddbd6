import { CURRENCY_DECIMALS } from "@skucast/contracts/codes/currencies";
import { byMarket, type Price } from "./commercetools-prices.js";
import { expandRecords } from "./expand-records.js";
import { isNow } from "./periods.js";
import { amountIn, listIn, type Members, membersIn, type RecordPreset, textIn } from "./preset.js";
import { attributesFrom } from "./product-with-variants.js";

/** Products or product projections of commercetools' API: each with its variants, texts by locale and prices in cents. */
export const commercetools: RecordPreset = {
  recognizes: (rows) => rows.length > 0 && rows.every(({ members = {} }) => "masterVariant" in projectionOf(members)),
  rows: (source) => expandRecords(source, { variantsOf, rowOf }),
};

/** A product has its published content in `masterData.current`; a projection is that content. */
function projectionOf(record: Members): Members {
  const data = membersIn(record.masterData);
  return "current" in data ? membersIn(data.current) : record;
}

function variantsOf(record: Members): readonly Members[] {
  const product = projectionOf(record);
  return [membersIn(product.masterVariant), ...listIn(product.variants)];
}

function rowOf(record: Members, variant: Members): Members {
  const product = projectionOf(record);
  const { published = true } = product === record ? record : membersIn(record.masterData);
  const names = membersIn(product.name);
  const locale =
    "en" in names ? "en" : (Object.keys(names).find((one) => one.startsWith("en-")) ?? Object.keys(names)[0] ?? "");
  const { isOnStock, availableQuantity } = availabilityOf(variant);
  const images = listIn(variant.images).flatMap(({ url }) => textIn(url) ?? []);
  const attributes = listIn(variant.attributes).flatMap(({ name, value }) => {
    const text = labelOf(value, locale);
    return textIn(name) === undefined || text === undefined ? [] : [[String(name), text] as const];
  });
  return {
    sku: variant.sku ?? variant.key,
    title: names[locale],
    item_group_id: record.key ?? record.id,
    item_group_title: names[locale],
    description: membersIn(product.description)[locale],
    product_category: categoryOf(product, locale),
    published: published ?? true,
    ...(isOnStock !== undefined && { availability: isOnStock }),
    ...(availableQuantity !== undefined && { inventory_quantity: availableQuantity }),
    ...(images.length > 0 && { image: images }),
    ...attributesFrom(attributes),
    ...translationsOf(product, locale),
    ...pricesOf(variant),
  };
}

/** The name of the first category that has one. */
function categoryOf(product: Members, locale: string): string | undefined {
  for (const { obj } of listIn(product.categories)) {
    const name = textIn(membersIn(membersIn(obj).name)[locale]);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** The stock of the shop, otherwise of its supply channels together. */
function availabilityOf(variant: Members): { isOnStock?: unknown; availableQuantity?: unknown } {
  const { isOnStock, availableQuantity, channels } = membersIn(variant.availability);
  if (isOnStock !== undefined || availableQuantity !== undefined) return { isOnStock, availableQuantity };
  const all = Object.values(membersIn(channels)).map(membersIn);
  if (all.length === 0) return {};
  const counts = all.map((channel) => channel.availableQuantity).filter((count) => typeof count === "number");
  return {
    isOnStock: all.some((channel) => channel.isOnStock === true),
    ...(counts.length > 0 && { availableQuantity: counts.reduce((sum, count) => sum + count, 0) }),
  };
}

/** The text of an attribute: of a number, an enum by its label, or a text by locale. */
function labelOf(value: unknown, locale: string): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const { label, [locale]: localized } = membersIn(value);
  return textIn(value) ?? textIn(localized) ?? textIn(label) ?? textIn(membersIn(label)[locale]);
}

function translationsOf(product: Members, locale: string): Members {
  const names = membersIn(product.name);
  const descriptions = membersIn(product.description);
  const others = Object.keys(names).filter((one) => one !== locale);
  if (others.length === 0) return {};
  const texts = (one: string) => ({
    title: names[one],
    ...(textIn(descriptions[one]) && { description: descriptions[one] }),
  });
  return { translations: Object.fromEntries(others.map((one) => [one, texts(one)])) };
}

/** The first price for any country is the product's; those for countries and in other currencies are prices by market. */
function pricesOf(variant: Members): Members {
  const { first, others } = byMarket(listIn(variant.prices).flatMap(priceOf));
  if (first === undefined) return {};
  return {
    price_amount: first.amount,
    price_currency: first.currency,
    sale_price_amount: first.sale ?? null,
    ...(others.length > 0 && { prices: others }),
  };
}

/** Prices for customer groups and channels are not public, and those for another time do not apply. */
function priceOf(price: Members): Price[] {
  if ("customerGroup" in price || "channel" in price || !isNow(price.validFrom, price.validUntil)) return [];
  const value = membersIn(price.value);
  const amount = moneyIn(value);
  const currency = textIn(value.currencyCode);
  if (amount === undefined || currency === undefined) return [];
  const sale = moneyIn(membersIn(membersIn(price.discounted).value));
  return [
    { currency, amount, sale, country: textIn(price.country), isDated: "validFrom" in price || "validUntil" in price },
  ];
}

/**
 * `centAmount` is in the minor unit of the currency. `fractionDigits` is that of the currency in a price of cents, but
 * that of `preciseAmount` in one of high precision.
 */
function moneyIn({ centAmount, currencyCode, fractionDigits, type, preciseAmount }: Members): number | undefined {
  const decimals = CURRENCY_DECIMALS.get(String(currencyCode)) ?? 2;
  const isPrecise = type === "highPrecision" || preciseAmount !== undefined;
  return amountIn(centAmount, isPrecise || typeof fractionDigits !== "number" ? decimals : fractionDigits);
}
