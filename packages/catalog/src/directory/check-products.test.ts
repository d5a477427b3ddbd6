import { expect, test } from "@jest/globals";
import { createTurns } from "@skucast/service-kit/turns";
import { checkProducts } from "./check-products.js";

const clock = { now: () => new Date("2026-11-01T00:00:00Z") };
const ctx = { clock, turns: createTurns() } as Parameters<typeof checkProducts>[0]["ctx"];
const market = { country: "DE", currency: "EUR", language: "de" };
const product = (n: number) => ({
  sku: `sku-${n}`,
  title: "Mug",
  price_amount: 9.5,
  price_currency: "EUR",
  availability: "in_stock",
});
const items = [...Array.from({ length: 99 }, (_, n) => product(n)), { sku: "faulty", title: 5 }];

test("each product is checked separately against a profile, and nothing is stored", async () => {
  const checked = await checkProducts({ ctx, input: { items, profile: "openai_products", market } });
  expect(checked).toHaveLength(100);
  expect(checked[0]).toMatchObject({ sku: "sku-0", isValid: false, faults: [] });
  expect(checked[0]?.issues.map(({ field }) => field)).toContain("image_url");
  expect(checked[99]).toMatchObject({ index: 99, sku: "faulty", change: null, issues: [] });
});

test("an aborted check ends early", async () => {
  const gone = new AbortController();
  const checking = checkProducts({ ctx, input: { items, profile: "generic", market }, signal: gone.signal });
  gone.abort(new Error("left"));
  await expect(checking).rejects.toThrow("left");
});
