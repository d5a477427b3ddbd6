import { expect, test } from "@jest/globals";
import { readAvailability } from "./availability.js";
import { readBoolean, readWord } from "./words.js";

test.each([
  ["lieferbar in 3-5 Tagen", "in_stock"],
  ["Lieferzeit: 3–5 Werktage", "in_stock"],
  ["Versand innerhalb von 24 Stunden", "in_stock"],
  ["Sofort lieferbar, Lieferzeit 1 bis 3 Tage", "in_stock"],
  ["ships in 3 to 5 business days", "in_stock"],
  ["Only 3 left in stock", "in_stock"],
  ["10 Stück auf Lager", "in_stock"],
  ["0-3 Tage", "in_stock"],
  ["24h", "in_stock"],
  ["1 Woche", "in_stock"],
  ["En stock, livraison sous 48 h", "in_stock"],
  ["Livré en 3 jours ouvrés", "in_stock"],
  ["Disponible en 5 días hábiles", "in_stock"],
  ["Disponibile, consegna in 2-4 giorni", "in_stock"],
  ["Op voorraad, levertijd 2 dagen", "in_stock"],
  ["Dostępny, wysyłka w 24 godziny", "in_stock"],
  ["w magazynie", "in_stock"],
  ["Skladem 5 ks", "in_stock"],
  ["do 3 dnů", "in_stock"],
  ["在庫あり", "in_stock"],
  ["3営業日以内に発送", "in_stock"],
])("%j is available", (text, expected) => {
  expect(readAvailability(text)).toBe(expected);
});

test.each([
  ["lieferbar in 4 Wochen"],
  ["Lieferbar in 1-2 Wochen"],
  ["lieferbar in zwei Monaten"],
  ["Lieferzeit 14 Tage"],
  ["lieferbar ab 15.12.2026"],
  ["Lieferung ab KW 12"],
  ["auf Bestellung"],
  ["available to order, ships in 3-4 weeks"],
  ["ships next month"],
  ["Livraison en 3 semaines"],
  ["sur commande"],
  ["Disponible en 2 meses"],
  ["bajo pedido"],
  ["consegna in 3 settimane"],
  ["Levertijd 2-3 weken"],
  ["na zamówienie, 3 tygodnie"],
  ["na objednávku"],
  ["お取り寄せ"],
  ["2〜3週間でお届け"],
])("%j is a backorder", (text) => {
  expect(readAvailability(text)).toBe("backorder");
});

test.each([
  ["derzeit nicht lieferbar"],
  ["nicht auf Lager, Lieferzeit 3 Tage"],
  ["Nicht verfügbar, lieferbar in 4 Wochen"],
  ["0 Stück auf Lager"],
  ["0 in stock, ships in 2 days"],
  ["in stock: 0"],
  ["not available"],
  ["currently unavailable"],
  ["Out of stock - back in 3 days"],
  ["bald wieder verfügbar"],
  ["coming soon"],
  ["auf Anfrage lieferbar"],
  ["temporairement indisponible"],
  ["pas en stock"],
  ["actualmente no disponible"],
  ["sin existencias"],
  ["non disponibile al momento"],
  ["niet op voorraad"],
  ["niedostępny"],
  ["není skladem"],
  ["nicht mehr vorbestellbar"],
  ["在庫切れ"],
  ["売り切れ"],
  ["×"],
])("%j is never purchasable", (text) => {
  expect(readAvailability(text)).toBe("out_of_stock");
});

test.each([
  ["vorbestellbar, noch nicht lieferbar", "preorder"],
  ["Pre-order: ships 2026-12-15", "preorder"],
  ["予約受付中", "preorder"],
  ["nicht mehr lieferbar", "discontinued"],
  ["販売終了", "discontinued"],
])("%j is %s", (text, expected) => {
  expect(readAvailability(text)).toBe(expected);
});

test.each([
  "",
  "5",
  "blue",
  "Lieferung",
  "3 Stück",
  "not sure",
  "1".repeat(200),
  `${"1 ".repeat(99)}x`,
  "a".repeat(5_000),
])("%j says nothing", (text) => {
  expect(readAvailability(text)).toBeUndefined();
});

test("yes and no are read in the languages of spreadsheets, also as availability and status", () => {
  for (const yes of [
    "WAHR",
    "VRAI",
    "Sí",
    "VERDADERO",
    "vero",
    "waar",
    "Tak",
    "はい",
    "Evet",
    "DOĞRU",
    "igen",
    "Kyllä",
    "SANT",
    "да",
  ])
    expect(readBoolean(yes)).toBe(true);
  for (const no of [
    "FALSCH",
    "FAUX",
    "não",
    "onwaar",
    "FAŁSZ",
    "いいえ",
    "Hayır",
    "YANLIŞ",
    "nem",
    "EPÄTOSI",
    "Nej",
    "нет",
    "ЛОЖЬ",
  ])
    expect(readBoolean(no)).toBe(false);
  expect(readBoolean("-1")).toBeUndefined();
  expect([readWord("availability", "WAHR"), readWord("availability", "nein")]).toEqual(["in_stock", "out_of_stock"]);
  expect([readWord("status", "VRAI"), readWord("status", "FALSCH")]).toEqual(["active", "draft"]);
  expect(readWord("availability", "who knows")).toBe("who_knows");
});
