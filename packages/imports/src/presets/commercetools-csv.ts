import { CURRENCY_DECIMALS } from "@skucast/contracts/codes/currencies";
import type { ImportMapping } from "@skucast/contracts/imports/mapping";
import type { RowGrouper } from "../group-rows.js";
import { plainName } from "../mapping/known-columns.js";
import { DOTTED_DECIDES, dottedRules, isDotted, shapeDotted } from "./commercetools-dotted.js";
import { type Price, textsOf } from "./commercetools-prices.js";
import { isNow } from "./periods.js";
import { amountIn, type ColumnNames, type Preset, placeOf, rulesFor } from "./preset.js";
import { type Cells, cellOf, filledFrom, hasCells, withCells } from "./shaped-rows.js";

/**
 * The CSV of commercetools' Merchant Center, and that of its former tools for products: a row for each variant, below the row of the master variant, which has the
 * product's type, texts and categories.
 */
export const commercetoolsCsv: Preset = {
  name: "commercetools",
  matches: (columns) => isDotted(columns) || (columns.has("producttype") && columns.has("variantid")),
  read(columns) {
    const locale = localeIn(columns);
    const nameOf = (field: string): string => (locale === "" ? field : `${field}.${plainLocale(locale)}`);
    const texts = rulesFor(columns, {
      title: [nameOf("name")],
      item_group_title: [nameOf("name")],
      description: [nameOf("description"), { as: "plain_text" }],
    });
    const others = translations(columns, locale);
    if (isDotted(columns))
      return { mapping: { ...texts, ...dottedRules(columns), ...others }, fillDown: { columns: [] } };
    return {
      mapping: {
        ...texts,
        ...rulesFor(columns, {
          sku: ["sku"],
          item_group_id: [columns.has("key") ? "key" : columns.has("id") ? "id" : nameOf("slug")],
          published: ["published"],
          product_category: ["categories"],
          ...(columns.has("prices") && {
            price: ["prices", { decimal: "point" }] as const,
            sale_price: [SALE, { decimal: "point", empty: "clear" }] as const,
            prices: [MARKETS] as const,
          }),
          image: ["images"],
          tax_class: ["tax"],
        }),
        ...others,
      },
      fillDown: { columns: [] },
    };
  },
  decides: { variantid: "row_type", ...DOTTED_DECIDES },
  shape: (columns) => (isDotted(namesOf(columns)) ? shapeDotted(columns) : shapeVariants(columns)),
};

/** Columns that say nothing about a product: a list of prices fills their cells, too. */
const SALE = "producttype";
const MARKETS = "variantid";

const namesOf = (columns: readonly string[]): ColumnNames =>
  new Map(columns.map((column) => [plainName(column), column]));

const localesIn = (columns: ColumnNames): string[] =>
  [...columns.values()].flatMap((column) => /^name\.([a-z]{2,3}(?:-\w+)*)$/i.exec(column.trim())?.[1] ?? []);

/** English if the file has it, otherwise the first one; empty if names have no locale. */
function localeIn(columns: ColumnNames): string {
  const locales = localesIn(columns);
  return locales.find((locale) => /^en(-|$)/i.test(locale)) ?? locales[0] ?? "";
}

const plainLocale = (locale: string): string => locale.toLowerCase().replaceAll("-", "_");

const translations = (columns: ColumnNames, own: string): ImportMapping =>
  Object.fromEntries(
    localesIn(columns)
      .filter((locale) => locale !== own)
      .flatMap((locale) =>
        (["name", "description"] as const).flatMap((field) => {
          const column = columns.get(`${field}.${plainLocale(locale)}`);
          const member = field === "name" ? "title" : field;
          return column === undefined ? [] : [[`translations.${locale}.${member}`, column] as const];
        }),
      ),
  );

const OF_PRODUCT =
  /^(?:producttype|id|key|tax|categories|published|(?:name|description|slug|metatitle|metadescription)(?:\..+)?)$/i;

/** Gives each variant what belongs to its product, and reads prices, categories and images, which are lists. */
function shapeVariants(columns: readonly string[]): RowGrouper {
  const variantId = placeOf(columns, MARKETS);
  const sales = placeOf(columns, SALE);
  const inherited = columns.flatMap((name, place) => (OF_PRODUCT.test(name.trim().replace(/^_/, "")) ? [place] : []));
  const [prices, categories, images] = ["prices", "categories", "images"].map((name) => placeOf(columns, name));
  let master: Cells | undefined;
  return {
    push(row) {
      if (!hasCells(row)) return [row];
      const isVariant = Number(cellOf(row.cells, variantId)) > 1;
      if (!isVariant) master = row.cells;
      const whole = isVariant && master !== undefined ? filledFrom(row, master, inherited) : row;
      const changes = new Map<number, string>();
      const change = (place: number | undefined, read: (text: string) => string): void => {
        if (place !== undefined && place >= 0) changes.set(place, read(cellOf(whole.cells, place)));
      };
      if (prices !== undefined && prices >= 0) {
        const { price, sale, markets } = textsOf(pricesIn(cellOf(whole.cells, prices)));
        changes.set(prices, price).set(sales, sale).set(variantId, markets);
      }
      change(categories, (text) =>
        (text.split(";")[0] ?? "")
          .split(">")
          .map((name) => name.trim())
          .join(" > "),
      );
      change(images, imagesIn);
      return [withCells(whole, changes)];
    },
    end: () => [],
  };
}

/** `CH-EUR 999|745 B2B#channel$from~until`: country, currency, cents, discounted cents, customer group, channel, dates. */
const PRICE = /^(?:([A-Za-z]{2})-)?([A-Z]{3}) (\d+)(?:\|(\d+))?([^$~]*)/;

const PERIOD = /(?=[$~])(?:\$([^~]*))?(?:~(.*))?$/s;

/** The prices for everyone that are valid now. */
function pricesIn(text: string): Price[] {
  return text.split(";").flatMap((one): Price[] => {
    const [, country, currency = "", cents, discounted, group = ""] = PRICE.exec(one.trim()) ?? [];
    const period = PERIOD.exec(one.trim());
    if (cents === undefined || group.trim() !== "" || !isNow(period?.[1], period?.[2])) return [];
    const decimals = CURRENCY_DECIMALS.get(currency) ?? 2;
    const amount = amountIn(Number(cents), decimals);
    const sale = discounted === undefined ? undefined : amountIn(Number(discounted), decimals);
    return amount === undefined
      ? []
      : [{ currency, amount, sale, country: country?.toUpperCase(), isDated: period !== null }];
  });
}

/** URLs without their sizes and labels; a URL may lack its scheme. */
const imagesIn = (text: string): string =>
  text
    .split(";")
    .map((image) => (image.split("|")[0] ?? "").trim().replace(/^\/\//, "https://"))
    .join("\n");
