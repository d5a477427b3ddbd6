import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { loadTexts } from "../../texts/texts.js";
import { importMessageText } from "./import-message-text.js";

beforeAll(() => loadTexts("de"));
afterAll(() => loadTexts("en"));

test.each([
  [
    "The file lacks 100 of 400 products (such as A 1, B, C, D, E), which would be removed: more than 20 % (max_removal_percent). Nothing was changed.",
    "In der Datei fehlen 100 von 400 Produkten, die entfernt würden: mehr als die erlaubten 20 %. Es fehlen: A 1, B, C, D, E und weitere. Nichts wurde geändert.",
  ],
  [
    "The file lacks 1 of 3 products (40063813), which would be removed: more than 20 % (max_removal_percent). It has rows without a SKU with the titles of 1 more, which would stay. Nothing was changed. If this is intended, import the file again with a higher max_removal_percent.",
    "In der Datei fehlen 1 von 3 Produkten, die entfernt würden: mehr als die erlaubten 20 %. Es fehlen: 40063813. Sie hat Zeilen ohne SKU mit den Titeln von 1 weiteren, die bleiben würden. Nichts wurde geändert.",
  ],
  [
    "The file would change 12 of 40 products: more than 10 % (max_change_percent). Nothing was changed.",
    "Die Datei würde 12 von 40 Produkten ändern: mehr als die erlaubten 10 %. Nichts wurde geändert.",
  ],
  ["The file has no rows. Nothing was changed.", "Die Datei hat keine Zeilen. Nichts wurde geändert."],
  ["The reason of tomorrow.", "The reason of tomorrow."],
])("%s", (message, text) => {
  expect(importMessageText(message)).toBe(text);
});
