import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-sale-columns-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const file = (from: string, until: string, sale = "sale_price"): string =>
  `sku;title;price;currency;availability;${sale};${from};${until}\nD1;Cup;10;EUR;in stock;8;2099-12-10;2099-12-24\n`;

test.each([
  ["sale_start", "sale_end"],
  ["sale_from", "sale_to"],
  ["sale_price_start", "sale_price_end"],
  ["Sale start date", "Sale end date"],
  ["saleStartDate", "saleEndDate"],
  ["date_on_sale_from", "date_on_sale_to"],
  ["special_from_date", "special_to_date"],
  ["discount_start", "discount_end"],
  ["Promotion valid from", "Promotion valid until"],
  ["Angebot von", "Angebot bis"],
  ["Angebotspreis von", "Angebotspreis bis"],
  ["Angebotsbeginn", "Angebotsende"],
  ["Aktionspreis gültig ab", "Aktionspreis gültig bis"],
  ["Sonderpreis ab", "Sonderpreis bis"],
  ["Date de début promo", "Date de fin promo"],
  ["Promotion du", "Promotion au"],
  ["Soldes début", "Soldes fin"],
  ["Oferta desde", "Oferta hasta"],
  ["Fecha de inicio de la oferta", "Fecha de fin de la oferta"],
  ["Início da promoção", "Fim da promoção"],
  ["Sconto dal", "Sconto al"],
  ["Inizio offerta", "Fine offerta"],
  ["Aanbieding vanaf", "Aanbieding tot"],
  ["Actie van", "Actie t/m"],
  ["Promocja od", "Promocja do"],
  ["Akce od", "Akce do"],
  ["Sleva od", "Sleva do"],
  ["セール開始日", "セール終了日"],
])("%s and %s are the dates of a sale", async (from, until) => {
  const { products, questions } = await read(file(from, until));
  expect(products).toMatchObject([
    {
      sale_price_amount: 8,
      sale_price_starts_at: "2099-12-10T00:00:00Z",
      sale_price_ends_at: "2099-12-24T23:59:59Z",
    },
  ]);
  expect(questions).toEqual([]);
});

test("of a date in the shop's time zone and one in UTC, the latter is read", async () => {
  const { plan } = await read(file("date_on_sale_from", "date_on_sale_from_gmt"));
  expect(plan.mapping.sale_price_starts_at).toBe("date_on_sale_from_gmt");
});

test.each([
  ["valid_from", "sale_price_starts_at"],
  ["gültig bis", "sale_price_ends_at"],
])("next to a sale, a date such as %s is asked about, until an answer", async (column, target) => {
  const { questions } = await read(file(column, "other"));
  expect(questions).toMatchObject([{ code: "sale_date", column, answers: [{ mapping: { [target]: column } }, {}] }]);
  for (const answer of questions[0]?.answers ?? []) {
    const answered = await read(file(column, "other"), { mapping: JSON.stringify(answer.mapping) });
    expect(answered.questions).toEqual([]);
  }
});

test("a period of the sale is asked about, and no date without a sale", async () => {
  const period =
    "sku,title,price,currency,availability,sale_price,Sale dates\nD1,Cup,10,EUR,in stock,8,2099-12-10/2099-12-24\n";
  expect((await read(period)).questions).toMatchObject([{ code: "sale_date", column: "Sale dates" }]);
  expect((await read(file("valid_from", "valid_to", "note"))).questions).toEqual([]);
});
