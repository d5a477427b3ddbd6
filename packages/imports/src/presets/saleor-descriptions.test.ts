import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-saleor-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const DOCUMENT = {
  time: 1653425319677,
  version: "2.22.2",
  blocks: [
    { id: "a", type: "paragraph", data: { text: "Fell <b>straight</b> from the tree.&nbsp;" } },
    {
      id: "b",
      type: "list",
      data: { style: "unordered", items: ["Sweet", { content: "Cold", items: [{ content: "Ice" }] }] },
    },
  ],
};
const TEXT = /^Fell straight from the tree\.\s+Sweet\s+Cold\s+Ice$/;
const COLUMNS =
  "id,name,description,variant sku,eu (channel price amount),eu (channel variant currency code),main (warehouse quantity)";
const cell = (value: unknown) => `"${JSON.stringify(value).replaceAll('"', '""')}"`;

test("a description in Saleor's CSV is the text of its editor's document", async () => {
  const file = [
    COLUMNS,
    `1,Juice,${cell(DOCUMENT)},A,1.99,EUR,5`,
    `2,Water,${cell({ time: 1, blocks: [], version: "2" })},B,1.99,EUR,5`,
    "3,Tea,Green {tea},C,1.99,EUR,5",
    '4,Mate,"{""a"": 1} is no document",D,1.99,EUR,5',
  ].join("\n");
  const { plan, products, faults } = await read(file);
  expect([plan.preset, faults]).toEqual(["saleor", []]);
  expect(products).toMatchObject([
    { sku: "A", description: expect.stringMatching(TEXT) },
    { sku: "B" },
    { sku: "C", description: "Green {tea}" },
    { sku: "D", description: '{"a": 1} is no document' },
  ]);
  expect(products[1]).not.toHaveProperty("description");
});

test("a description in Saleor's dump without a plain text is the text of its document", async () => {
  const dump = [
    {
      model: "product.product",
      pk: 1,
      fields: { name: "Juice", slug: "juice", description: DOCUMENT, description_plaintext: "" },
    },
    {
      model: "product.product",
      pk: 2,
      fields: { name: "Tea", slug: "tea", description: DOCUMENT, description_plaintext: "Plain" },
    },
    { model: "product.productvariant", pk: 1, fields: { sku: "A", product: 1 } },
    { model: "product.productvariant", pk: 2, fields: { sku: "B", product: 2 } },
  ];
  const { rows } = await read(JSON.stringify(dump));
  expect(rows).toMatchObject([
    { body: { sku: "A", description: expect.stringMatching(TEXT) } },
    { body: { sku: "B", description: "Plain" } },
  ]);
});
