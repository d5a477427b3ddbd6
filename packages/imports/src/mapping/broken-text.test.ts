import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";
import { isBroken } from "./broken-text.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-broken-text-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

test.each(["SchÃ¶ne Tasse fÃ¼r Ã–l", "Itâ€™s", "20Â°C", "Ð§Ð°ÑˆÐºÐ°", "Sch\ufffdne", "????? ???????", "?????"])(
  "%s is stored with a warning",
  async (title) => {
    for (const strict of ["false", "true"]) {
      const { products, faults } = await read(`sku,title,price,currency,availability\nA,${title},10,EUR,in stock\n`, {
        strict,
      });
      expect(products).toMatchObject([{ title }]);
      expect(faults).toMatchObject([{ pointer: "/title", code: "broken_text", value: title }]);
    }
  },
);

test.each([
  "Schöne Tasse für Öl",
  "MAÇÃ VERDE",
  "PÃO",
  "Âge 3–5",
  "Què??",
  "Really??? Yes",
  "Чашка",
  "Ñandú",
  "80 % – “Ça”",
])("%s is not broken", (text) => {
  expect(isBroken(text)).toBe(false);
});
