import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "./testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-market-columns-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

test.each([
  ["price_eur,price_jpy", "4,1.5", "price_jpy"],
  ["price_jpy,price_eur", "1.5,4", "price_jpy"],
  ["price_jpy,price_eur", "100,4.1234", "price_eur"],
])("the error of a market price names its own column: %s of %s", async (columns, cells, column) => {
  const { rows } = await read(`sku,title,price,currency,availability,${columns}\nA,T,5,USD,in stock,${cells}\n`, {});
  expect(rows).toMatchObject([{ warnings: [{ code: "too_many_decimals", column }] }]);
});
