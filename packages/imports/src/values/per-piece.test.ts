import { expect, test } from "@jest/globals";
import { readMoney } from "./money.js";

test.each([
  ["19,90 €/Stück", 19.9, "EUR"],
  ["19,90 € / Stk.", 19.9, "EUR"],
  ["19,90 €/1 Stück", 19.9, "EUR"],
  ["19,90 EUR pro Stück", 19.9, "EUR"],
  ["19,90 € je Stück*", 19.9, "EUR"],
  ["19,90 € p. Stk.", 19.9, "EUR"],
  ["19,90 €/Stück inkl. MwSt.", 19.9, "EUR"],
  ["19,90/St.", 19.9, undefined],
  ["£12.90/pc", 12.9, "GBP"],
  ["USD 12.90 per piece", 12.9, "USD"],
  ["€12.90 each", 12.9, "EUR"],
  ["12.90 ea.", 12.9, undefined],
  ["12,90 € la pièce", 12.9, "EUR"],
  ["12,90 € / unité", 12.9, "EUR"],
  ["12,90 €/ud.", 12.9, "EUR"],
  ["12,90 € al pezzo", 12.9, "EUR"],
  ["12,90 € per stuk", 12.9, "EUR"],
  ["12,90 zł/szt.", 12.9, "PLN"],
  ["129 Kč/ks", 129, "CZK"],
  ["1980円/個", 1980, "JPY"],
])("%s is the amount of one piece", (text, value, currency) => {
  expect(readMoney(text, undefined)).toMatchObject({ number: { type: "number", value }, currency });
});

test.each([
  "3,50 €/100 g",
  "12,90 €/kg",
  "12,90 € pro kg",
  "12.90 per lb",
  "12,90 €/m",
  "12,90 €/m²",
  "4,90 €/Liter",
  "12,90 € pro Monat",
  "12.90/month",
  "19,90 €/10 Stück",
  "19.90 / 12 pcs",
  "19,90 €/Paar",
  "12,90 € inkl. MwSt./kg",
  "12,90 € zzgl. Versand pro 100 g",
  "12,90 €/Stunde",
])("%s is no amount of a product", (text) => {
  expect(readMoney(text, undefined).number.type).toBe("none");
});

test.each(["12,90 € inkl. MwSt./Versand", "12,90 € inkl. MwSt.", "12,90 EUR", "12,90 €*"])(
  "%s is the amount of the product",
  (text) => {
    expect(readMoney(text, undefined)).toMatchObject({ number: { type: "number", value: 12.9 }, currency: "EUR" });
  },
);
