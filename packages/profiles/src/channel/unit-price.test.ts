import { describe, expect, test } from "@jest/globals";
import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Channel } from "@skucast/contracts/channels/channel";
import { checkProfile } from "../custom/check-profile.js";
import { formatOf } from "../formats/format-of.js";
import type { StoredProduct } from "./cell.js";
import { type ChannelDefinition, compileChannel } from "./compile-channel.js";

const NOW = new Date("2026-11-28T12:00:00Z");
const OIL = {
  sku: "OIL",
  title: "Olive oil",
  price_amount: 5.99,
  price_currency: "EUR",
  unit_pricing_measure: { value: 750, unit: "ml" },
  unit_pricing_base_measure: { value: 100, unit: "ml" },
};

interface Setting {
  readonly currency?: string;
  readonly rules?: Channel["rules"];
  readonly definition?: ProfileDefinition;
}

function rowOf(profile: string, product: StoredProduct, { currency = "EUR", ...more }: Setting = {}) {
  const market = { country: "DE", currency, language: "de" };
  const channel: ChannelDefinition = { id: "ch_1", profile, market, defaults: {}, rules: [], ...more };
  const compiled = compileChannel(channel, NOW);
  const { cells, issues } = compiled.map({ ...OIL, ...product });
  const place = compiled.columns.findIndex(({ name }) => name === "unit_price");
  const texts = issues.filter(({ field }) => field === "unit_price").map(({ message }) => message);
  return { cell: cells[place], texts, cells, channel: compiled };
}
const meta = (product: StoredProduct, setting?: Setting) => rowOf("meta_catalog", product, setting).cell;
const acp = (product: StoredProduct, setting?: Setting) => rowOf("acp_feed", product, setting).cell;

describe("the price per unit", () => {
  test("of Meta is for a kilogram, liter or meter if the content is metric, or for one base unit", () => {
    expect(meta({})).toEqual({ value: 7.99, currency: "EUR", unit: "l" });
    expect(meta({ unit_pricing_base_measure: { value: 1, unit: "cl" } })).toMatchObject({ value: 0.08, unit: "cl" });
    const coffee = { price_amount: 7.49, unit_pricing_measure: { value: 500, unit: "g" } };
    expect(meta({ ...coffee, unit_pricing_base_measure: undefined })).toMatchObject({ value: 14.98, unit: "kg" });
    const tape = { price_amount: 3, unit_pricing_measure: { value: 2.5, unit: "m" } };
    expect(meta({ ...tape, unit_pricing_base_measure: { value: 10, unit: "cm" } })).toMatchObject({
      value: 1.2,
      unit: "m",
    });
    const tabs = { price_amount: 9.99, unit_pricing_measure: { value: 30, unit: "item" } };
    expect(meta({ ...tabs, unit_pricing_base_measure: undefined })).toMatchObject({ value: 0.33, unit: "ct" });
  });

  test("that would round to zero is left out with a warning", () => {
    const nails = { price_amount: 0.02, unit_pricing_measure: { value: 900, unit: "item" } };
    const { cell, texts } = rowOf("meta_catalog", { ...nails, unit_pricing_base_measure: undefined });
    expect([cell, texts]).toEqual([
      undefined,
      [expect.stringMatching(/less than the smallest amount of its currency$/)],
    ]);
  });

  test("of ACP is for the base measure, in minor units", () => {
    expect(acp({})).toEqual({
      amount: 80,
      currency: "EUR",
      measure: { value: 750, unit: "ml" },
      reference: { value: 100, unit: "ml" },
    });
    expect(acp({ unit_pricing_base_measure: undefined })).toMatchObject({
      amount: 1,
      reference: { value: 1, unit: "ml" },
    });
  });

  test("is rounded half up to the currency's decimals, exactly", () => {
    const half = {
      price_amount: 1.01,
      unit_pricing_measure: { value: 2, unit: "ct" },
      unit_pricing_base_measure: undefined,
    };
    expect(acp(half)).toMatchObject({ amount: 51 });
    const yen = { ...half, price_amount: 101, price_currency: "JPY" };
    expect(acp(yen, { currency: "JPY" })).toMatchObject({ amount: 51, currency: "JPY" });
    expect(meta(yen, { currency: "JPY" })).toEqual({ value: 51, currency: "JPY", unit: "ct" });
    const dinar = { ...half, price_amount: 1.001, price_currency: "KWD" };
    expect(meta(dinar, { currency: "KWD" })).toMatchObject({ value: 0.501 });
  });

  test("converts between metric and imperial units", () => {
    const pound = { price_amount: 4.53, unit_pricing_measure: { value: 1, unit: "lb" } };
    expect(meta({ ...pound, unit_pricing_base_measure: { value: 1, unit: "kg" } })).toMatchObject({ value: 9.99 });
    const pint = { price_amount: 2, unit_pricing_measure: { value: 16, unit: "floz" } };
    expect(meta({ ...pint, unit_pricing_base_measure: { value: 1, unit: "pt" } })).toMatchObject({
      value: 2,
      unit: "pt",
    });
    expect(meta({ ...pint, unit_pricing_base_measure: { value: 1, unit: "floz" } })).toMatchObject({
      value: 0.13,
      unit: "fl oz",
    });
  });

  test("is that of the market's price, of a rule's price, and of the sale while it lasts", () => {
    const prices = [{ currency: "USD", amount: 7.5 }];
    expect(meta({ prices }, { currency: "USD" })).toEqual({ value: 10, currency: "USD", unit: "l" });
    const rules = [{ type: "adjust_price", field: "price", percent: 100 }] as unknown as Channel["rules"];
    expect(meta({}, { rules })).toMatchObject({ value: 15.97 });
    const sale = { sale_price_amount: 3, sale_price_ends_at: "2026-12-01T00:00:00Z" };
    expect(meta(sale)).toMatchObject({ value: 4 });
    expect(meta({ ...sale, sale_price_ends_at: "2026-11-01T00:00:00Z" })).toMatchObject({ value: 7.99 });
    expect(meta({ ...sale, sale_price_amount: 99 })).toMatchObject({ value: 7.99 });
  });

  test("is left out with a warning if the units are of different kinds or the base is not an integer", () => {
    const other = rowOf("meta_catalog", { unit_pricing_base_measure: { value: 1, unit: "kg" } });
    expect(other.cell).toBeUndefined();
    expect(other.texts).toEqual([expect.stringContaining("750 ml, with the base measure 1 kg")]);
    const fraction = rowOf("acp_feed", { unit_pricing_base_measure: { value: 0.5, unit: "l" } });
    expect([fraction.cell, fraction.texts.length]).toEqual([undefined, 1]);
    expect(rowOf("meta_catalog", { unit_pricing_measure: undefined }).texts).toEqual([]);
  });

  test("of a rule or a custom attribute is kept as it is", () => {
    const given = {
      amount: 1,
      currency: "EUR",
      measure: { value: 1, unit: "ml" },
      reference: { value: 1, unit: "ml" },
    };
    const custom_attributes = { unit_price: JSON.stringify(given) };
    expect(acp({ unit_pricing_measure: undefined, custom_attributes })).toEqual(given);
    const text = '{value: 10.0, currency: "EUR", unit: "lb"}';
    expect(meta({ unit_pricing_measure: undefined, custom_attributes: { unit_price: text } })).toBe(text);
    const rules: Channel["rules"] = [
      { type: "constant", field: "unit_price", value: '{"value":1,"currency":"EUR","unit":"l"}' },
    ];
    expect(meta({}, { rules })).toEqual({ value: 1, currency: "EUR", unit: "l" });
  });

  test("is JSON in a cell, and elements in XML", () => {
    const { channel, cells } = rowOf("meta_catalog", {});
    const [column] = channel.columns.filter(({ name }) => name === "unit_price");
    const cell = cells[channel.columns.indexOf(column as never)];
    const written = (format: "csv" | "xml_rss") =>
      String(
        formatOf(channel.profile, format)
          .writer([column as never])
          .row([cell]),
      );
    expect(written("csv")).toBe('"{""value"":7.99,""currency"":""EUR"",""unit"":""l""}"\n');
    expect(written("xml_rss")).toContain(
      "<g:unit_price><g:value>7.99</g:value><g:currency>EUR</g:currency><g:unit>l</g:unit></g:unit_price>",
    );
  });

  test("is a column of a partner's own profile", () => {
    const definition: ProfileDefinition = {
      name: "custom_shop",
      version: "1",
      title: "Shop",
      source: null,
      formats: ["json"],
      columns: [
        { name: "id", type: "text", from: "sku", required: true },
        { name: "price", type: "money", from: "price_amount", required: true },
        { name: "unit_price", type: "unit_price", from: "unit_pricing_measure" },
      ],
      checks: [],
    };
    expect(checkProfile(definition)).toEqual([]);
    expect(rowOf("custom_shop", {}, { definition }).cell).toEqual({ value: 7.99, currency: "EUR", unit: "l" });
    const [id, price, column] = definition.columns as [never, never, object];
    const wrong = (change: object) =>
      checkProfile({ ...definition, columns: [id, price, { ...column, ...change } as never] });
    expect(wrong({ members: ["value", "cents"] })).toMatchObject([{ pointer: "/columns/2/members" }]);
    expect(wrong({ from: "title" })).toMatchObject([{ pointer: "/columns/2/type" }]);
    expect(wrong({ from: undefined })).toMatchObject([{ pointer: "/columns/2/from" }]);
  });
});
