import { expect, test } from "@jest/globals";
import { normalized } from "./normal-form.js";
import { text, verbatim } from "./text.js";

/** The acute accent belongs above the letter and the dot below it, so they are not in their order. */
const MARKS = "\u0301\u0323";

test("text is in the normal form, also with several marks on a letter", () => {
  expect(normalized(`e\u0301 o${MARKS}`, "NFC")).toBe("\u00e9 \u1ecd\u0301");
  expect(normalized("\u00e9", "NFD")).toBe("e\u0301");
  expect(normalized("\uff21", "NFKC")).toBe("A");
});

test("up to 100 marks in a row are put in order", () => {
  const most = `a${MARKS.repeat(50)}`;
  expect(normalized(most, "NFC")).toBe(most.normalize("NFC"));
  expect(normalized(most, "NFC")).not.toBe(most);
  expect(normalized(`${most}\u0323`, "NFC")).toBe(`${most}\u0323`);
});

/** A test that takes longer than its time limit shows that the marks were put in order. */
test("a million marks are no work", () => {
  const hostile = `a${MARKS.repeat(500_000)}`;
  expect(normalized(hostile, "NFKC")).toBe(hostile);
  expect(text(100).safeParse(hostile).success).toBe(false);
  expect(verbatim(100).safeParse(hostile).success).toBe(false);
});
