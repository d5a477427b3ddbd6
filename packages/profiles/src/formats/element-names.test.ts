import { describe, expect, test } from "@jest/globals";
import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import { isXmlName, xmlFormSchema } from "@skucast/contracts/channel-profiles/file-form";
import { SaxesParser } from "saxes";
import { compileChannel } from "../channel/compile-channel.js";
import { checkProfile } from "../custom/check-profile.js";
import { elementPathsOf } from "./element-names.js";
import { formatOf } from "./format-of.js";

const HOSTILE = [
  "brand new col",
  "x:y",
  "g:id",
  "a:b:c",
  "Größe/EU: x",
  "price/EUR",
  "price[0]",
  "2nd",
  "-x",
  ".x",
  "a /b",
  "m²",
  "ªbc",
  "①",
  "😀",
  "x😀",
  "<a>&\"'",
  "new_x0020_col",
  "new col",
  "_x0020_",
  "×",
  "\u0301accent",
  "xml",
  "[0]",
  "a[0].2",
  "__proto__",
];

/** The elements of each item in order, as a strict parser that knows namespaces reads them. */
function elementsIn(file: string, item: string): string[][] {
  const parser = new SaxesParser({ xmlns: true });
  const items: string[][] = [];
  let depth = 0;
  let itemDepth = Number.POSITIVE_INFINITY;
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name }) => {
    depth += 1;
    if (depth === itemDepth + 1) items.at(-1)?.push(name);
    if (name === item) {
      items.push([]);
      itemDepth = depth;
    }
  });
  parser.on("closetag", ({ name }) => {
    if (name === item) itemDepth = Number.POSITIVE_INFINITY;
    depth -= 1;
  });
  parser.write(file).close();
  return items;
}

function elementsOf(
  profile: string,
  format: "xml" | "xml_rss",
  fields: readonly string[],
  definition?: ProfileDefinition,
) {
  const market = { country: "US", currency: "USD", language: "en" };
  const rules = fields.map((field) => ({ type: "constant" as const, field, value: "v" }));
  const channel = compileChannel({ id: "", profile, definition, market, defaults: {}, rules }, new Date(0));
  const product = { sku: "A", title: "T", price_amount: 1, price_currency: "USD", availability: "in_stock" };
  const writer = formatOf(channel.profile, format).writer(channel.columns);
  const pieces = [writer.header(), writer.row(channel.map(product).cells), writer.footer()];
  const file = Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)));
  const [elements = []] = elementsIn(
    file.toString("latin1").includes("ISO-8859-1") ? file.toString("latin1") : `${file}`,
    format === "xml" ? "product" : "item",
  );
  return elements;
}

const custom = (more: object = {}): ProfileDefinition => ({
  name: "custom_any",
  version: "1",
  title: "Any",
  source: null,
  formats: ["xml", "xml_rss"],
  takes_any_column: true,
  columns: [
    { name: "id", type: "text", from: "sku", required: true },
    { name: "price", type: "money", from: "price_amount" },
  ],
  checks: [],
  ...more,
});

describe("columns of any name that rules add", () => {
  test("are elements of their own in xml_rss, which parsers accept", () => {
    const usual = elementsOf("generic", "xml_rss", []);
    const elements = elementsOf("generic", "xml_rss", HOSTILE);
    expect(elements.slice(0, usual.length)).toEqual(usual);
    expect(elements).toHaveLength(usual.length + HOSTILE.length);
    expect(new Set(elements).size).toBe(elements.length);
    expect(elements).toEqual(expect.arrayContaining(["g:brand_x0020_new_x0020_col", "g:price_x002F_EUR", "g:xml"]));
  });

  test.each(["utf-8", "iso-8859-1"] as const)("are elements of their own in XML of a profile in %s", (encoding) => {
    const files = { xml: xmlFormSchema.parse({ encoding, namespaces: { x: "https://example.com/x" } }) };
    const elements = elementsOf("custom_any", "xml", [...HOSTILE, "größer", "茶"], custom({ files }));
    expect(elements).toHaveLength(HOSTILE.length + 4);
    expect(new Set(elements).size).toBe(elements.length);
    expect(elements).toEqual(expect.arrayContaining(["id", "price", "x:y", "g_x003A_id", "größer"]));
    expect(elements.at(-1)).toBe(encoding === "utf-8" ? "茶" : "_x8336_");
  });
});

test("names that XML has stay as they are, and places in lists are nested elements", () => {
  const names = [
    "title",
    "größe",
    "a.b",
    "a-b",
    "_x",
    "xml_thing",
    "video[0].url",
    "video[0].tag[0]",
    "tags[0]",
    "tags[1]",
  ];
  const plain = names.slice(0, 6);
  const nested = ["video/url", "video/tag", "tags", "tags"];
  expect(elementPathsOf(names, { isPrefix: () => false })).toEqual([...plain, ...nested]);
});

describe("a profile", () => {
  const withColumn = (column: object, more: object = {}) => {
    const base = custom(more);
    return { ...base, columns: [...base.columns, column as Column] };
  };

  test("names elements of RSS with or without their prefix", () => {
    const definition = withColumn({ name: "brand", element: "g:brand", type: "text", constant: "x" });
    expect(elementsOf("custom_any", "xml_rss", ["g:id"], definition)).toEqual([
      "g:id",
      "g:price",
      "g:brand",
      "g:g_x003A_id",
    ]);
  });

  test.each([
    [{ element: "y:z" }, "element"],
    [{ type: "comma_list", from: "tags", item_element: "y:z" }, "item_element"],
    [{ name: "y:z" }, "element"],
  ])("with only xml_rss must not use another prefix: %j", (column, member) => {
    const profile = withColumn({ name: "extra", type: "text", from: "title", ...column }, { formats: ["xml_rss"] });
    expect(checkProfile(profile).map(({ pointer }) => pointer)).toEqual([`/columns/2/${member}`]);
  });

  test("has only elements and parts that every parser reads", () => {
    expect(["m²", "½", "µm", "①"].filter(isXmlName)).toEqual([]);
    const parts = ["first part", "y:z"];
    const column = { name: "pairs", type: "text_list", parts, constant: "a:b" };
    const definition = withColumn(column, { files: { xml: xmlFormSchema.parse({}) } });
    expect(elementsOf("custom_any", "xml", [], definition)).toEqual(["id", "price", "pairs"]);
    expect(elementsOf("custom_any", "xml_rss", [], definition)).toEqual(["g:id", "g:price", "g:pairs"]);
  });
});
