import { expect, test } from "@jest/globals";
import { createTagDivider } from "./whole-tags.js";

test("bytes are divided after tags, at most, and stay the same", () => {
  const document = Buffer.from("<a>Größe<b x='>'/>😀 text</a>\n");
  for (let size = 1; size <= document.length; size += 1) {
    const divider = createTagDivider();
    const chunks = [];
    for (let i = 0; i < document.length; i += size) chunks.push(divider.push(document.subarray(i, i + size)));
    chunks.push(divider.end());
    expect(Buffer.concat(chunks)).toEqual(document);
  }
  const divider = createTagDivider();
  expect(divider.push(Buffer.from("<a>text")).toString()).toBe("<a>");
  expect(divider.push(Buffer.from(" more</a")).toString()).toBe("text more</a");
  expect(divider.push(Buffer.from("><b>")).toString()).toBe("><b>");
});
