import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { loadTexts } from "../../texts/texts.js";
import { answerText, questionText } from "./question-text.js";

beforeAll(() => loadTexts("de"));
afterAll(() => loadTexts("en"));

const asked = (code: string, message: string, column: string | null = null) => ({ code, column, message, answers: [] });

test.each([
  ["sku", 'Which column contains the SKU? Set it in the mapping: {"sku": "…"}.', "Welche Spalte enthält die SKU?"],
  [
    "price",
    'Which column contains the price, which new products need? Set it in the mapping: {"price": "…"}.',
    "Welche Spalte enthält den Preis? Neue Produkte brauchen einen.",
  ],
  ["currency", "Which currency does $ stand for?", "Für welche Währung steht $?"],
  ["decimal", "How should 1.299 be read?", "Wie soll 1.299 gelesen werden?"],
  [
    "availability",
    "Are the products without a count in Menge in stock, such as that of line 7?",
    "Sind die Produkte ohne Menge in Menge auf Lager, etwa das in Zeile 7?",
  ],
  ["unit", "Which unit is Gewicht in?", "Welche Einheit hat Gewicht?"],
  ["of_tomorrow", "What is new?", "What is new?"],
])("the question %s is in the language of the page if it is of a known kind", (code, message, text) => {
  expect(questionText(asked(code, message))).toBe(text);
});

test.each([
  ["availability", null, "in_stock", "Auf Lager"],
  ["decimal", "Preis", "1.299 is 1299", "1.299 ist 1299"],
  ["sku", "sku", "Use their numbers, such as 7", "Ihre Nummern, zum Beispiel 7"],
  ["sku", null, "Leave them out", "Leave them out"],
  ["title", null, "Hidden", "Hidden"],
])("of the answers to %s (column %j), %j is shown as %j", (code, column, label, text) => {
  expect(answerText(asked(code, "", column), label)).toBe(text);
});
