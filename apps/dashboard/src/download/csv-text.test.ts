import { expect, test } from "@jest/globals";
import { csvText } from "./csv-text.js";

test("cells are quoted where needed, and no text is a formula", () => {
  const rows = [
    ["sku", "title", "stock", "options"],
    ['A"1', "a,b\nc", -3, { size: "M" }],
    ["=1+1", "@x", undefined, null],
  ];
  expect(csvText(rows)).toBe('sku,title,stock,options\r\n"A""1","a,b\nc",-3,"{""size"":""M""}"\r\n\'=1+1,\'@x,,\r\n');
});
