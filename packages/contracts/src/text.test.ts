import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { z } from "zod";
import { faultsOf } from "./faults.js";
import { nameText, text, verbatim } from "./text.js";

const codeOf = (schema: ReturnType<typeof text>, value: unknown): string => {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : (faultsOf(parsed.error, schema)[0]?.code ?? "");
};

describe("text", () => {
  test("is trimmed of all Unicode spaces before its length is checked", () => {
    expect(codeOf(text(3), "\u00a0\u2003abc\u3000\ufeff ")).toBe("abc");
  });

  test.each([
    ["😀".repeat(5), "😀".repeat(5)],
    ["😀".repeat(6), "too_long"],
    ["e\u0301e\u0301e", "\u00e9\u00e9e"],
    ["e\u0301".repeat(5), "\u00e9".repeat(5)],
    ["", "too_small"],
    ["   ", "too_small"],
    ["a\u0000", "control_character"],
    ["a\u007f", "control_character"],
    ["a\tb", "control_character"],
    ["a\nb", "control_character"],
    ["\ud83d", "malformed_unicode"],
    ["\ude00\ud83d", "malformed_unicode"],
    [7, "invalid_type"],
    [null, "invalid_type"],
  ])("with at most five characters turns %j into %j", (value, outcome) => {
    expect(codeOf(text(5), value)).toBe(outcome);
  });

  test("with multiline accepts tabs and line breaks and no other control character", () => {
    const lines = text(20, { multiline: true });
    expect(codeOf(lines, "a\tb\r\nc")).toBe("a\tb\r\nc");
    for (const bad of ["\u0000", "\u0008", "\u000b", "\u001f"])
      expect(codeOf(lines, `a${bad}b`)).toBe("control_character");
  });

  test("has the issues of one check for each rule", () => {
    const rules = z
      .string()
      .trim()
      .overwrite((value) => value.normalize("NFC"))
      .min(1)
      .refine((value) => [...value].length <= 5, { params: { code: "too_long" } })
      // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
      .refine((value) => [...value].length > 5 || !/[\u0000-\u001f\u007f]/.test(value), {
        params: { code: "control_character" },
      });
    const issuesOf = (schema: z.ZodType, value: unknown) => {
      const { data, error } = schema.safeParse(value);
      return { data, issues: error?.issues.map((issue) => ({ ...issue, message: "" })) };
    };
    const strings = fc.oneof(fc.string({ maxLength: 8 }), fc.string({ unit: "grapheme", maxLength: 8 }));
    fc.assert(fc.property(strings, (value) => expect(issuesOf(text(5), value)).toEqual(issuesOf(rules, value))));
  });

  test("has one issue for each value of another type", () => {
    const others = fc.anything().filter((value) => typeof value !== "string");
    fc.assert(
      fc.property(others, (value) => {
        expect(text(5).safeParse(value).error?.issues).toMatchObject([{ code: "invalid_type", expected: "string" }]);
      }),
    );
  });

  test("an empty one is rejected with a message that says what to do", () => {
    const parsed = text(5).safeParse("");
    expect(parsed.error && faultsOf(parsed.error, text(5))).toEqual([
      { pointer: "", code: "too_small", message: "must not be empty; leave the field out for no value" },
    ]);
  });
});

test("verbatim text may be empty and keeps its spaces, but cannot have characters that PostgreSQL or XML reject", () => {
  expect(verbatim(10).parse(" a\n")).toBe(" a\n");
  expect(verbatim(10).parse("")).toBe("");
  for (const bad of ["\u0000", "\u000b", "\ud800", "12345678901"])
    expect(verbatim(10).safeParse(bad).success).toBe(false);
});

test("text and verbatim text are normalized to Unicode NFC", () => {
  for (const typed of [
    "Cafe\u0301",
    "Caf\u00e9",
    "\u1100\u1161\u11a8",
    "\u212b",
    "A\u030a",
    "s\u0323\u0307",
    "s\u0307\u0323",
  ]) {
    expect(text(50).parse(typed)).toBe(typed.normalize("NFC"));
    expect(verbatim(50).parse(` ${typed} `)).toBe(` ${typed.normalize("NFC")} `);
  }
});

describe("the name of something", () => {
  test.each([
    ["Ada Example", "Ada Example"],
    ["نمی\u200cخواهم", "نمی\u200cخواهم"],
    ["👩\u200d💻 Team", "👩\u200d💻 Team"],
    ["❤\ufe0f", "❤\ufe0f"],
    ["\u202eelpmaxe.live", "invisible_character"],
    ["a\u202ab", "invisible_character"],
    ["a\u2066b\u2069", "invisible_character"],
    ["a\u200bb", "invisible_character"],
    ["a\u200db", "invisible_character"],
    ["a\u00adb", "invisible_character"],
    ["a\u2028b", "invisible_character"],
    ["\u2800", "invisible_character"],
    ["\u3164", "invisible_character"],
    ["a\u{e0041}b", "invisible_character"],
    ["a\u0007b", "control_character"],
    ["a".repeat(51), "too_long"],
  ])("turns %j into %j", (value, outcome) => {
    expect(codeOf(nameText(50), value)).toBe(outcome);
  });

  test("names the character that is not allowed", () => {
    const parsed = nameText(50).safeParse("a\u202eb");
    expect(parsed.error?.issues.map(({ message }) => message)).toEqual([
      "must not contain the invisible character U+202E; type the name instead of pasting it",
    ]);
  });
});
