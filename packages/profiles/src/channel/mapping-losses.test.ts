import { describe, expect, test } from "@jest/globals";
import { ruleSchema } from "@skucast/contracts/channels/rule";
import type { Feed } from "@skucast/contracts/feeds/feed";
import { formatOf } from "../formats/format-of.js";
import { readRows } from "../testing/read-file.js";
import { SIMPLE_PRODUCT } from "../testing/simple-product.js";
import type { StoredProduct } from "./cell.js";
import { type ChannelDefinition, compileChannel } from "./compile-channel.js";

const NOW = new Date("2026-11-21T12:00:00Z");
const PRODUCT: StoredProduct = { ...SIMPLE_PRODUCT, price_amount: 5, price_currency: "EUR" };

/** A product's row in a file, read by another program, with the issues. */
async function written(format: Feed["format"], product: StoredProduct, more: Partial<ChannelDefinition> = {}) {
  const market = { country: "DE", currency: "EUR", language: "de" };
  const channel = { id: "ch_1", profile: "google_merchant", market, defaults: {}, rules: [], format, ...more };
  const { columns, map, profile } = compileChannel(channel, NOW);
  const { cells, issues } = map({ ...PRODUCT, ...product });
  const writer = formatOf(profile, format).writer(columns);
  const pieces = [writer.header(), writer.row(cells), writer.footer()].map((piece) => Buffer.from(piece));
  const [row = {}] = await readRows(format, Buffer.concat(pieces));
  const codes = issues.map(({ code, field }) => `${code} ${field}`);
  return { row, codes, messages: issues.map(({ message }) => message) };
}

const details = (section: string) => ({ product_details: [{ section, name: "Ratio", value: "16:9, wide" }] });

describe("a colon in a part that is not the last", () => {
  test.each(["xml_rss", "tsv", "csv"] as const)(
    "becomes a space in %s, with a warning, and shifts no part",
    async (format) => {
      const { row, codes, messages } = await written(format, details("Screen: size"));
      const parts = { section_name: "Screen  size", attribute_name: "Ratio", attribute_value: "16:9, wide" };
      expect(row.product_detail).toEqual(
        format === "xml_rss" ? parts : expect.stringContaining("Screen  size:Ratio:16:9"),
      );
      expect(codes).toEqual(["changed_by_format product_detail"]);
      expect(messages).toEqual(["written with spaces instead of colons in section"]);
      expect((await written(format, details("Screen"))).codes).toEqual([]);
    },
  );

  test("is no issue if a rule or an override replaces the value", async () => {
    const rules = [
      ruleSchema.parse({ type: "replace", field: "product_detail", find: "Screen  size", replace_with: "Size" }),
    ];
    expect((await written("csv", details("Screen: size"), { rules })).codes).toEqual([]);
    const channel_overrides = { ch_1: { product_detail: "Size:Ratio:16 to 9" } };
    expect((await written("csv", { ...details("Screen: size"), channel_overrides })).codes).toEqual([]);
  });

  test("and a comma become spaces in shipping prices, with one warning", async () => {
    const shipping = [{ country: "DE", region: "Nord, Ost", service: "Express: air", price_amount: 5 }];
    const { row, codes } = await written("csv", { shipping });
    expect([row.shipping, codes]).toEqual(["DE:Nord  Ost:Express  air:5.00 EUR", ["changed_by_format shipping"]]);
  });
});

test("the loss is reported if another entry is left out", async () => {
  const shipping = [
    { country: "DE", region: "Nord, Ost", price_amount: 5 },
    { country: "DE", price_amount: 5, price_currency: "USD" },
  ];
  const { codes } = await written("xml_rss", { shipping });
  expect(codes).toEqual(["currency_mismatch shipping", "changed_by_format shipping"]);
});

test("several shipping prices, of which the channel takes one, are an issue until an override names it", async () => {
  const shipping = [
    { country: "DE", price_amount: 5 },
    { country: "DE", service: "Express", price_amount: 9 },
  ];
  const openai = { profile: "openai_products", defaults: { seller_name: "Acme" } };
  expect((await written("csv", { shipping }, openai)).codes).toEqual(["invalid_value shipping_price"]);
  expect((await written("csv", { shipping: [{ country: "AT", price_amount: 5 }] }, openai)).codes).toEqual([]);
  const channel_overrides = { ch_1: { shipping_price: "5.00 EUR" } };
  const { row, codes } = await written("csv", { shipping, channel_overrides }, openai);
  expect([row.shipping_price, codes]).toEqual(["5.00 EUR", []]);
});

describe("custom attributes", () => {
  const period = "2026-12-01T00:00:00+01:00/2026-12-24T13:00:00Z";
  const loyalty = { custom_attributes: { loyalty_program: [`club:gold:4 EUR::10:${period}:free`] } };

  test("with times keep their parts in XML", async () => {
    const { row, codes } = await written("xml_rss", loyalty);
    expect(row.loyalty_program).toMatchObject({ member_price_effective_date: period, shipping_label: "free" });
    expect(codes).toEqual([]);
  });

  test("with times have them without colons in text files, with a warning", async () => {
    const { row, codes } = await written("tsv", loyalty);
    expect(row.loyalty_program).toBe("club:gold:4 EUR::10:2026-12-01T000000+0100/2026-12-24T130000Z:free");
    expect(codes).toEqual(["changed_by_format loyalty_program"]);
  });

  test("with a comma in an item that is no list of URLs warn, because it would separate items", async () => {
    const custom_attributes = { related_product_id: ["A,1", "B"], shipping: ["DE:Nord, Ost::5.00 EUR"] };
    const defaults = { seller_name: "Acme", seller_url: "https://a.example", return_policy: "https://a.example/r" };
    const more = { profile: "openai_products@2025-09", defaults };
    const { row, codes } = await written("csv", { custom_attributes, material: "Cotton" }, more);
    expect(row.related_product_id).toBe("A 1,B");
    expect(codes).toContain("changed_by_format related_product_id");
  });
});
