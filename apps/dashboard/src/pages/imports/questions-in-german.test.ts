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
  [
    "sku",
    "Some products have no SKU, such as that of line 3. Which one should they have?",
    "Einige Produkte haben keine SKU, etwa das in Zeile 3. Welche sollen sie bekommen?",
  ],
  ["currency", "Which currency does $ stand for?", "Für welche Währung steht $?"],
  ["decimal", "How should 1.299 be read?", "Wie soll 1.299 gelesen werden?"],
  [
    "availability",
    "Are the products without a count in Menge in stock, such as that of line 7?",
    "Sind die Produkte ohne Menge in Menge auf Lager, etwa das in Zeile 7?",
  ],
  ["unit", "Which unit is Gewicht in?", "Welche Einheit hat Gewicht?"],
  ["published", "Does Aktiv say which products are shown?", "Sagt Aktiv, welche Produkte angezeigt werden?"],
  [
    "purchasable",
    "Does Hinweis say which products cannot be ordered?",
    "Sagt Hinweis, welche Produkte nicht bestellt werden können?",
  ],
  [
    "translations",
    "Are the texts translations to de? The file has nothing else about the products.",
    "Sind die Texte Übersetzungen (de)? Die Datei enthält sonst nichts über die Produkte.",
  ],
  ["sale_date", "Is Bis a date of the sale?", "Ist Bis ein Datum des Angebots?"],
  [
    "net_price",
    "Should the prices in Netto be published, although they are without taxes?",
    "Sollen die Preise in Netto veröffentlicht werden, obwohl sie keine Steuern enthalten?",
  ],
  [
    "repeated_column",
    "Which of the columns named Preis is the right one? They differ, such as in line 3.",
    "Welche der Spalten mit dem Namen Preis ist die richtige? Sie unterscheiden sich, etwa in Zeile 3.",
  ],
  [
    "header",
    "Which columns does the file have? Its first row has no names, but values such as 9.90: add a row with the names above it.",
    "Welche Spalten hat die Datei? Ihre erste Zeile enthält keine Namen, sondern Werte wie 9.90. Fügen Sie darüber eine Zeile mit den Namen ein.",
  ],
  [
    "stores",
    "Are the prices and the stock those of the online shop? Each row is that of a store (store code), so they are not read until then.",
    "Sind die Preise und der Bestand die des Onlineshops? Jede Zeile gehört zu einer Filiale (store code). Bis zu Ihrer Antwort werden sie nicht gelesen.",
  ],
  [
    "regions",
    "Do the prices and the availability apply everywhere? Each row is that of a region (region_id), so they are not read until then.",
    "Gelten die Preise und die Verfügbarkeit überall? Jede Zeile gehört zu einer Region (region_id). Bis zu Ihrer Antwort werden sie nicht gelesen.",
  ],
  [
    "overrides",
    "Do the rows apply to all buyers? override says that they are for FR, so they are not read until then.",
    "Gelten die Zeilen für alle Käufer? override enthält ein Land oder eine Sprache. Sind es mehrere, senden Sie für jedes Land und jede Sprache eine eigene Datei. Bis zu Ihrer Antwort werden sie nicht gelesen.",
  ],
  [
    "buyers",
    "Do the prices apply to all buyers? Kundengruppe says that they are for some groups or quantities, so they are not read until then.",
    "Gelten die Preise für alle Käufer? Laut Kundengruppe gelten sie für einzelne Gruppen oder Mengen. Bis zu Ihrer Antwort werden sie nicht gelesen.",
  ],
  ["of_tomorrow", "What is new?", "What is new?"],
])("the question %s is in the language of the page if it is of a known kind", (code, message, text) => {
  expect(questionText(asked(code, message))).toBe(text);
});

test.each([
  ["availability", null, "in_stock", "Auf Lager"],
  ["decimal", "Preis", "1.299 is 1299", "1.299 ist 1299"],
  ["sku", "sku", "Use their numbers, such as 7", "Ihre Nummern, zum Beispiel 7"],
  ["sku", "SKU", "Use ID, such as 44", "ID, zum Beispiel 44"],
  ["sku", "SKU", "Leave them out", "Weglassen"],
  ["net_price", "Netto", "Publish them", "Veröffentlichen"],
  ["sale_date", "Bis", "It is when the sale ends", "Das Ende des Angebots"],
  ["published", "Aktiv", "Yes: it says which are hidden", "Ja: Sie sagt, welche verborgen sind"],
  ["stores", "store_code", "No, leave them out", "Weglassen"],
  ["buyers", "tier", "Yes", "Ja"],
  ["overrides", "override", "They are prices in FR", "Es sind Preise für FR"],
  ["sku", null, "Leave them out", "Leave them out"],
  ["title", null, "Hidden", "Hidden"],
])("of the answers to %s (column %j), %j is shown as %j", (code, column, label, text) => {
  expect(answerText(asked(code, "", column), label)).toBe(text);
});
