import { describe, expect, test } from "@jest/globals";
import { hasTooManyWords, readSearchQuery } from "./search-query.js";

const DOLLARS = ["USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD"];

describe("the price of a query", () => {
  test.each([
    ["lamp under 30 dollars", ["lamp"], { max: 30, currencies: DOLLARS }],
    ["lamps below €50", ["lamp"], { max: 50, currencies: ["EUR"] }],
    ["desk lamp between 10 and 20", ["desk", "lamp"], { min: 10, max: 20, currencies: [] }],
    ["lamp between $10 and $20 for my desk", ["lamp", "desk"], { min: 10, max: 20, currencies: DOLLARS }],
    ["lamp cheaper than 25", ["lamp"], { max: 25, currencies: [] }],
    ["a lamp that costs less than 19.90 EUR", ["lamp"], { max: 19.9, currencies: ["EUR"] }],
    ["lamp < 30 usd", ["lamp"], { max: 30, currencies: ["USD"] }],
    ["lamp up to 1,299.50 pounds", ["lamp"], { max: 1299.5, currencies: ["GBP"] }],
    ["Lampe unter 1.000 Euro", ["lampe"], { max: 1000, currencies: ["EUR"] }],
    ["Lampe zwischen 10 und 20 €", ["lampe"], { min: 10, max: 20, currencies: ["EUR"] }],
    ["lampe à moins de 30 euros", ["lampe"], { max: 30, currencies: ["EUR"] }],
    ["lamp over 100 dollars", ["lamp"], { min: 100, currencies: DOLLARS }],
    ["lamp from 20 to 40 CHF", ["lamp"], { min: 20, max: 40, currencies: ["CHF"] }],
    ["lamp $20-40", ["lamp"], { min: 20, max: 40, currencies: DOLLARS }],
    ["lamp around 50 euros", ["lamp"], { min: 40, max: 60, currencies: ["EUR"] }],
    ["lamp for 20 euros", ["lamp"], { max: 20, currencies: ["EUR"] }],
    ["lamp 20 euros or less", ["lamp"], { max: 20, currencies: ["EUR"] }],
    ["under $30", [], { max: 30, currencies: DOLLARS }],
    ["lámpara por menos de 40 dólares", ["lámpara"], { max: 40, currencies: DOLLARS }],
    ["lámpara de 20 a 40 euros", ["lámpara"], { min: 20, max: 40, currencies: ["EUR"] }],
    ["lámpara mas de 4000 yenes", ["lámpara"], { min: 4000, currencies: ["JPY"] }],
    ["lámpara hasta 500 pesos", ["lámpara"], { max: 500, currencies: ["MXN", "ARS", "CLP", "COP", "UYU", "PHP"] }],
    ["lampe de 20 à 40 euros", ["lampe"], { min: 20, max: 40, currencies: ["EUR"] }],
    ["lampe à partir de 20 francs", ["lampe"], { min: 20, currencies: ["CHF"] }],
    ["lampe inférieure à 30 €", ["lampe"], { max: 30, currencies: ["EUR"] }],
    ["Lampe unter 40 Pfund", ["lampe"], { max: 40, currencies: ["GBP"] }],
    ["Lampe bis 400 Kronen", ["lampe"], { max: 400, currencies: ["SEK", "NOK", "DKK", "CZK"] }],
    ["lamp under 40 pounds sterling", ["lamp"], { max: 40, currencies: ["GBP"] }],
    ["lamp under US$40", ["lamp"], { max: 40, currencies: ["USD"] }],
    ["lamp below 5000 yen", ["lamp"], { max: 5000, currencies: ["JPY"] }],
    ["lamps cheaper than thirty dollars", ["lamp"], { max: 30, currencies: DOLLARS }],
    ["lamp with two arms under thirty-five euros", ["lamp", "two", "arm"], { max: 35, currencies: ["EUR"] }],
    ["lamp between twenty and 30 pounds", ["lamp"], { min: 20, max: 30, currencies: ["GBP"] }],
    ["lamp over a hundred and twenty euros", ["lamp"], { min: 120, currencies: ["EUR"] }],
    ["sofa under two thousand five hundred euros", ["sofa"], { max: 2500, currencies: ["EUR"] }],
    ["Lampe unter dreißig Euro", ["lampe"], { max: 30, currencies: ["EUR"] }],
    ["lampe à moins de vingt euros", ["lampe"], { max: 20, currencies: ["EUR"] }],
    ["lámpara por menos de cuarenta euros", ["lámpara"], { max: 40, currencies: ["EUR"] }],
  ])("of %j is understood", (query, words, price) => {
    expect(readSearchQuery(query)).toMatchObject({ words, price });
  });

  test.each([
    "lamp under 30 cm",
    "toys over 3 years",
    "shelf between 10 and 20 inches",
    "lamp from 1950",
    "cable up to 30m",
    "less than 50% polyester",
    "SKU-10-20",
    "10-20 m hose",
    "under armour",
    "30 dollars",
    "bolsa para 20 libros",
    "mesa de 20 a 40 cm",
    "lamp with two arms",
    "one hundred dollars",
  ])("is not read into %j", (query) => {
    expect(readSearchQuery(query).price).toBeNull();
  });
});

describe("the words of a query", () => {
  test.each([
    ["a warm lamp for my desk", ["warm", "lamp", "desk"]],
    ["Lamps, batteries and glasses", ["lamp", "batter", "glass"]],
    ["the who", ["who"]],
    ["for my", ["for", "my"]],
    ["TEE-REDS HP-2s", ["tee-reds", "hp-2s"]],
    ["lighting dishes painted dress gas bus", ["light", "dish", "paint", "dress", "gas", "bus"]],
    ["lamp lamps", ["lamp"]],
    ["eine Lampe für meinen Schreibtisch", ["lampe", "schreibtisch"]],
    ["デスクランプ", ["デスクランプ"]],
    ["", []],
  ])("of %j", (query, words) => {
    expect(readSearchQuery(query)).toMatchObject({ words, price: null });
  });

  test("are also kept as written, to look for similar ones", () => {
    expect(readSearchQuery("the wirless headphnes").spelled).toEqual(["wirless", "headphnes"]);
  });

  test("words that say nothing do not count towards the limit of words", () => {
    expect(hasTooManyWords("a lamp for me and my big old red round desk under 30 dollars")).toBe(false);
  });
});

test("a hostile query takes no longer than its length allows", () => {
  const before = process.cpuUsage().user;
  for (const text of ["under ".repeat(40), "1,111".repeat(40), "$".repeat(200), "between 1 and ".repeat(15)])
    readSearchQuery(text.slice(0, 200));
  expect(process.cpuUsage().user - before).toBeLessThan(2_000_000);
});

describe("words that only punctuation separates", () => {
  test.each([
    "lamp,brass",
    "lamp, brass",
    "lamp;brass",
    "lamp/brass",
    "lamp+brass",
    "lamp_brass",
    "lamp|brass",
    "lamp&brass",
    "lamp:brass",
    "lamp，brass",
    "lamp、brass",
    "lamp／brass",
    "lamp；brass",
    "lamp（brass）",
    "Lamp,brass!",
  ])("%s is read as lamp brass", (query) => {
    expect(readSearchQuery(query).words).toEqual(["lamp", "brass"]);
  });

  test.each([
    ["A-1/2", ["a-1/2"]],
    ["HP-12/K345", ["hp-12/k345"]],
    ["A+1", ["a+1"]],
    ["TEE_42", ["tee_42"]],
    ["-RED/", ["-red/"]],
    ["shirt_", ["shirt_"]],
    ["H&M", ["h&m"]],
    ["3,5 mm plug", ["3,5", "mm", "plug"]],
    ["warm-white,A-1/2", ["warm-white", "a-1/2"]],
    ["lamp,E27", ["lamp", "e27"]],
    ["灯，黄铜", ["灯", "黄铜"]],
    [",;|", [",;|"]],
  ])("%s is read as %j: a code and a number stay as they are written", (query, words) => {
    expect(readSearchQuery(query).spelled).toEqual(words);
  });
});
