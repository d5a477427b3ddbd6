import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { readFileWith } from "@skucast/imports/testing/read-file-with";
import { storedAfter } from "../testing/stored-after.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-removed-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

type Content = Record<string, unknown>;

const stored = storedAfter(read);
const storedBy = (files: readonly string[], sent: Record<string, string> = {}): Promise<Content> =>
  stored(files.map((file) => [file, sent] as const));

const [ONE, TWO, THREE] = [1, 2, 3].map((n) => `https://l.example/${n}.jpg`);
const imagesOf = ({ image_url: own, additional_image_urls: more }: Content) => [own, more];
const HEADER = "sku,title,price,availability";
const ITEM = { sku: "A", title: "X", price: "5 EUR", availability: "in_stock" };
const json = (item: object) =>
  JSON.stringify([
    { ...ITEM, ...item },
    { ...ITEM, sku: "B" },
  ]);
const xml = (images: readonly (string | undefined)[], element = "images") =>
  `<products>${["A", "B"]
    .map(
      (sku) =>
        `<product><sku>${sku}</sku><title>X</title><price>5 EUR</price><availability>in stock</availability><${element}>${images.map((url) => `<image>${url}</image>`).join("")}</${element}></product>`,
    )
    .join("")}</products>`;
const shopify = (images: readonly (string | undefined)[]) =>
  [
    "Handle,Title,Variant SKU,Variant Price,Variant Inventory Qty,Image Src,Image Position",
    ...images.map((url, i) => (i === 0 ? `a,X,A,5,2,${url},1` : `a,,,,,${url},${i + 1}`)),
    "",
  ].join("\n");
const woo = (images: string) =>
  `ID,Type,SKU,Name,Published,In stock?,Regular price,Categories,Images\n1,simple,A,X,1,1,5,C,"${images}"\n`;
const api = (images: readonly (string | undefined)[]) =>
  JSON.stringify({
    products: [
      {
        handle: "a",
        title: "X",
        options: [{ name: "Title" }],
        images: images.map((src) => ({ src })),
        variants: [{ sku: "A", price: "5", option1: "Default Title", available: true }],
      },
    ],
  });

describe("a file with the list of a product's images removes those that it no longer has", () => {
  const EUR = { mapping: '{"price_currency":{"value":"EUR"}}' };
  test.each([
    ["the rows of Shopify", shopify([ONE, TWO]), shopify([TWO]), EUR],
    ["Shopify's API", api([ONE, TWO]), api([TWO]), EUR],
    ["a cell of WooCommerce", woo(`${ONE}, ${TWO}`), woo(`${TWO}`), EUR],
    ["a list in JSON", json({ images: [ONE, TWO] }), json({ images: [TWO] }), {}],
    ["objects in JSON", json({ image: [{ url: ONE }, { url: TWO }] }), json({ image: [{ url: TWO }] }), {}],
    ["elements of XML", xml([ONE, TWO]), xml([TWO]), {}],
    [
      "numbered columns",
      `${HEADER},image 1,image 2\nA,X,5 EUR,in stock,${ONE},${TWO}\n`,
      `${HEADER},image 1,image 2\nA,X,5 EUR,in stock,${TWO},\n`,
      {},
    ],
    [
      "the columns for the first image and the others",
      `${HEADER},image_link,additional_image_link\nA,X,5 EUR,in stock,${ONE},"${TWO},${THREE}"\n`,
      `${HEADER},image_link,additional_image_link\nA,X,5 EUR,in stock,${TWO},\n`,
      {},
    ],
  ])("as %s", async (_how, before, after, sent) => {
    const first = imagesOf(await storedBy([before], sent));
    expect(first[1]).toBeDefined();
    expect(imagesOf(await storedBy([before, after], sent))).toEqual([TWO, undefined]);
  });

  test("also if it has none", async () => {
    expect(imagesOf(await storedBy([json({ images: [ONE, TWO] }), json({ images: [] })]))).toEqual([
      undefined,
      undefined,
    ]);
    const sent = { mapping: '{"price_currency":{"value":"EUR"}}' };
    expect(imagesOf(await storedBy([api([ONE, TWO]), api([])], sent))).toEqual([undefined, undefined]);
  });

  test.each([
    ["a column for the first image", `${HEADER},main_image\nA,X,5 EUR,in stock,${THREE}\n`, {}],
    ["a column for an image", `${HEADER},image\nA,X,5 EUR,in stock,${THREE}\n`, {}],
    ["a member for an image", json({ image_url: THREE }), {}],
    [
      "a list of which the mapping adds the images",
      json({ images: [THREE] }),
      { mapping: '{"image":{"column":"images","members":"merge"}}' },
    ],
  ])("but not a file with %s", async (_which, after, sent) => {
    const before = json({ images: [ONE, TWO] });
    const first = await storedBy([before]);
    expect(imagesOf(first)).toEqual([ONE, [TWO]]);
    const { rows } = await read(after, sent);
    const row = rows.find((one) => one.type === "product");
    expect(row).toMatchObject({ body: { image_url: THREE } });
    expect(row?.type === "product" && row.replaces).not.toContain("additional_image_urls");
  });
});

describe("a file with the options of a variant removes the color of an option that it no longer has", () => {
  const sent = { mapping: '{"price_currency":{"value":"EUR"}}' };
  const file = (names: readonly string[], values: readonly string[]) =>
    [
      `Handle,Title,Variant SKU,Variant Price,Variant Inventory Qty,${names.map((_, i) => `Option${i + 1} Name,Option${i + 1} Value`).join(",")}`,
      `a,X,A,5,2,${names.map((name, i) => `${name},${values[i]}`).join(",")}`,
      "",
    ].join("\n");

  test("if the product has it by that option", async () => {
    const before = file(["Color", "Size"], ["Red", "M"]);
    expect(await storedBy([before], sent)).toMatchObject({ color: "Red", size: "M" });
    const after = await storedBy([before, file(["Size"], ["M"])], sent);
    expect([after.color, after.size, after.variant_options]).toEqual([undefined, "M", { Size: "M" }]);
  });

  test("and not one that the product has by other means", async () => {
    const own = `sku,title,price,availability,color\nA,X,5 EUR,in stock,Blue\n`;
    const after = await storedBy([own, file(["Size"], ["M"])], sent);
    expect(after).toMatchObject({ color: "Blue", variant_options: { Size: "M" } });
  });

  test("in the documents of APIs as well", async () => {
    const product = (names: readonly string[], values: readonly string[]) =>
      JSON.stringify({
        products: [
          {
            handle: "a",
            title: "X",
            options: names.map((name) => ({ name })),
            variants: [
              {
                sku: "A",
                price: "5",
                available: true,
                ...Object.fromEntries(values.map((value, i) => [`option${i + 1}`, value])),
              },
            ],
          },
        ],
      });
    const files = [product(["Color", "Size"], ["Red", "M"]), product(["Size"], ["M"])];
    const after = await storedBy(files, sent);
    expect([after.color, after.variant_options]).toEqual([undefined, { Size: "M" }]);
  });
});
