import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { decideRow } from "@skucast/catalog/imports/decide-row";
import type { StoredState } from "@skucast/catalog/products/decide-product";
import { upsertIntent } from "@skucast/catalog/products/upsert-intent";
import { productUpsertSchema } from "@skucast/contracts/products/product";
import { readFileWith } from "@skucast/imports/testing/read-file-with";

const folder = mkdtempSync(join(tmpdir(), "skucast-labels-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const PRODUCT = {
  sku: "A1",
  title: "Tee",
  availability: "in_stock",
  price_amount: 20,
  price_currency: "EUR",
};
const WRITE = { validateOnly: false };

/** The labels of a product with some members, and its attributes, after a file with one row. */
async function after(stored: object, file: string, sent = {}) {
  const decision = upsertIntent(productUpsertSchema.parse({ ...PRODUCT, ...stored }), WRITE).decide(null);
  if (decision.type !== "write") throw new Error("the product is not new");
  const { rows } = await read(file, sent);
  const [row] = rows;
  if (row?.type !== "product") throw new Error(`the row is ${row?.type}`);
  const before = JSON.parse(decision.next.json);
  const state: StoredState = { version: 1, deleted: false, content: before, contentHash: decision.next.hash };
  const { decision: next } = decideRow({ ...row, isStrict: false }, upsertIntent(row.body, WRITE), state);
  const content = next.type === "write" ? JSON.parse(next.next.json) : before;
  return { labels: content.custom_labels, attributes: content.custom_attributes, type: next.type };
}

const L3 = { custom_labels: ["l0", "l1", "l2"] };

test.each([
  ["the first one", L3, "custom_label_0\nA1,hot", ["hot", "l1", "l2"], undefined],
  ["one in the middle", L3, "custom_label_1\nA1,new1", ["l0", "new1", "l2"], undefined],
  ["one at the end", L3, "custom_label_3\nA1,l3", ["l0", "l1", "l2", "l3"], undefined],
  ["one after an empty place", L3, "custom_label_4\nA1,l4", ["l0", "l1", "l2"], { custom_label_4: "l4" }],
  [
    "some next to empty cells",
    L3,
    "custom_label_0,custom_label_1,custom_label_2\nA1,a,,c",
    ["a", "l1", "c"],
    undefined,
  ],
  ["one of a product without labels", {}, "custom_label_1\nA1,b", undefined, { custom_label_1: "b" }],
  [
    "one that was an attribute",
    { custom_labels: ["a"], custom_attributes: { custom_label_2: "c", fit: "slim" } },
    "custom_label_0,custom_label_1,custom_label_2\nA1,a,b,d",
    ["a", "b", "d"],
    { fit: "slim" },
  ],
  [
    "one that is still an attribute",
    { custom_labels: ["a"], custom_attributes: { custom_label_2: "c" } },
    "custom_label_2\nA1,d",
    ["a"],
    { custom_label_2: "d" },
  ],
  ["one that is too long", L3, `custom_label_0,custom_label_1\nA1,${"x".repeat(101)},b`, ["l0", "b", "l2"], undefined],
] as const)("a label changes its own place: %s", async (_, stored, file, labels, attributes) => {
  expect(await after(stored, `id,${file}\n`)).toEqual({ labels, attributes, type: "write" });
});

test("labels that a product has at these places change nothing", async () => {
  expect(await after(L3, "id,custom_label_0,custom_label_2\nA1,l0,l2\n")).toMatchObject({ type: "unchanged" });
  const stored = { custom_labels: ["a"], custom_attributes: { custom_label_2: "c" } };
  expect(await after(stored, "id,custom_label_0,custom_label_1,custom_label_2\nA1,a,,c\n")).toMatchObject({
    type: "unchanged",
  });
});

test("an empty cell that clears its field removes the label of its place alone", async () => {
  const file = "id,custom_label_0,custom_label_1\nA1,a,\n";
  expect(await after(L3, file, { empty_cells: "clear" })).toMatchObject({
    labels: ["a"],
    attributes: { custom_label_2: "l2" },
  });
  expect(await after({ custom_labels: ["a"] }, "id,custom_label_0\nA1,\n", { empty_cells: "clear" })).toMatchObject({
    labels: undefined,
  });
});

test("a column with all labels replaces them", async () => {
  expect(await after(L3, 'id,custom_labels\nA1,"a,b"\n')).toMatchObject({ labels: ["a", "b"] });
});
