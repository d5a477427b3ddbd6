import { expect, test } from "@jest/globals";
import { EXCLUSION_REASONS } from "@skucast/contracts/channels/preview";
import { excludedText, whyText } from "./why-text.js";

const facts = { channel_name: "Germany", reasons: [], issues: [] };
const issue = (severity: "error" | "warning", field: string, message: string) => ({
  sku: "A",
  severity,
  code: "missing_value",
  field,
  message,
  fix_hint: "",
});

test.each([
  [{ status: "published" }, "It is in the last file of Germany."],
  [
    { status: "excluded", reasons: ["status", "brand"] },
    "It is not in Germany, because it is not active and the channel's filters do not include its brand.",
  ],
  [
    { status: "excluded", reasons: ["rule"], issues: [issue("warning", "", "Sold in shops only")] },
    "It is not in Germany, because a rule of the channel excludes it: Sold in shops only.",
  ],
  [
    {
      status: "invalid",
      issues: [
        issue("warning", "gtin", "is advised"),
        issue("error", "price", "is in USD"),
        issue("error", "link", "is missing"),
      ],
    },
    "It is not in Germany, because of Price (is in USD) and Link (is missing).",
  ],
] as const)("%o is one sentence", (change, sentence) => {
  const issues = "issues" in change ? [...change.issues] : [];
  const reasons = "reasons" in change ? [...change.reasons] : [];
  expect(whyText({ ...facts, ...change, issues, reasons })).toBe(sentence);
});

test("each reason of a selection has words", () => {
  const unnamed = EXCLUSION_REASONS.filter((reason) => excludedText([reason]) === reason);
  expect(unnamed).toEqual([]);
});
