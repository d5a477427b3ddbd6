import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "./testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-missing-skus-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const lines = (...rows: string[]): string => `${rows.join("\n")}\n`;
const CURRENCY = { price_currency: { value: "EUR" } };
const skuQuestions = ({ questions }: Awaited<ReturnType<typeof read>>) =>
  questions.filter(({ code }) => code === "sku");

const WOOCOMMERCE = lines(
  "ID,Type,SKU,Name,Published,Visibility in catalog,In stock?,Regular price,Images,Parent",
  "43,simple,MUG,Mug,1,visible,1,9,,",
  "44,variable,,Tee,1,visible,1,,https://shop.example/t.jpg,",
  "45,variation,,Tee red,1,visible,1,20,,id:44",
  "46,variation,TEE-B,Tee blue,1,visible,1,20,,id:44",
  "47,simple,,Poster,1,visible,1,12,,",
);

test("products of WooCommerce without a SKU get their ID by the answer to a question, and are left out by the other one", async () => {
  const [question] = skuQuestions(await read(WOOCOMMERCE));
  expect(question).toEqual({
    code: "sku",
    column: "SKU",
    message: "Some products have no SKU, such as that of line 4. Which one should they have?",
    answers: [
      { label: "Use ID, such as 45", mapping: { sku: { column: "SKU", otherwise: ["ID"] } } },
      { label: "Leave them out", mapping: { sku: { column: "SKU" } } },
    ],
  });
  for (const [place, skus] of [
    [0, ["MUG", "45", "TEE-B", "47"]],
    [1, ["MUG", "TEE-B"]],
  ] as const) {
    const answered = await read(WOOCOMMERCE, {
      mapping: JSON.stringify({ ...CURRENCY, ...question?.answers[place]?.mapping }),
    });
    expect(skuQuestions(answered)).toEqual([]);
    expect(answered.products.map(({ sku }) => sku)).toEqual(skus);
    expect(answered.products.find(({ sku }) => sku === "TEE-B")?.item_group_id).toBe("id:44");
  }
});

test("the same with numbers of a JSON document", async () => {
  const product = { name: "Mug", regular_price: "9", stock_status: "instock", type: "simple", status: "publish" };
  const document = JSON.stringify([
    { ...product, id: 43, sku: "MUG" },
    { ...product, id: 47, sku: "" },
  ]);
  const [question] = skuQuestions(await read(document));
  expect(question?.answers.map(({ label }) => label)).toEqual(["Use id, such as 47", "Leave them out"]);
  const answered = await read(document, {
    mapping: JSON.stringify({ ...CURRENCY, ...question?.answers[0]?.mapping }),
  });
  expect(answered.products.map(({ sku }) => sku)).toEqual(["MUG", "47"]);
});

test("single variants of Shopify without a SKU can have the handle, which is no name for one of several", async () => {
  const header = "Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty,Image Src";
  const single = lines(header, "mug,Mug,Title,Default Title,MUG,9,3,", "bowl,Bowl,Title,Default Title,,12,3,");
  const [question] = skuQuestions(await read(single));
  expect(question?.answers.map(({ label }) => label)).toEqual(["Use Handle, such as bowl", "Leave them out"]);
  const answered = await read(single, {
    mapping: JSON.stringify({ ...CURRENCY, ...question?.answers[0]?.mapping }),
  });
  expect(answered.products.map(({ sku }) => sku)).toEqual(["MUG", "bowl"]);
  const several = lines(header, "tee,Tee,Size,S,,9,3,", "tee,,Size,M,,9,3,");
  expect(skuQuestions(await read(several))).toEqual([]);
});

test.each([
  ["PrestaShop", "Product ID,Reference,Name,Price (tax incl.),Quantity", "7,,Mug,9,3", "Use Product ID, such as 7"],
  [
    "Wix",
    "handleId,fieldType,name,sku,price,visible,inventory",
    "mug,Product,Mug,,9,true,3",
    "Use handleId, such as mug",
  ],
])("the file of %s offers its name of products", async (_, header, row, label) => {
  const [question] = skuQuestions(await read(lines(header, row)));
  expect(question?.answers[0]?.label).toBe(label);
});

test("a column that has the SKU of another product is not offered, and a file with all SKUs leaves nothing open", async () => {
  const rows = ["sku,id,title,price,availability", "44,43,Mug,9 EUR,in stock", ",44,Tee,9 EUR,in stock"];
  expect(skuQuestions(await read(lines(...rows)))).toEqual([]);
  expect(skuQuestions(await read(lines(rows[0] ?? "", rows[1] ?? "")))).toEqual([]);
});
