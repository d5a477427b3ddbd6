import { describe, expect, test } from "@jest/globals";
import { type ChannelRule, ruleSchema } from "@skucast/contracts/channels/rule";
import { csv } from "../formats/csv.js";
import { tsv } from "../formats/tsv.js";
import { ISSUE_HINTS, type Situation, SOUND_PRODUCT } from "../testing/issue-situations.js";
import { type ChannelDefinition, compileChannel } from "./compile-channel.js";
import { mapDocument } from "./map-document.js";
import { withIdComparison } from "./watch-ids.js";
import { withVariantComparison } from "./watch-variants.js";

const NOW = new Date("2026-11-21T12:00:00Z");
function codesOf({
  product = {},
  rules = [],
  defaults = {},
  market,
  profile = "google_merchant",
  format,
  isSecond,
}: Situation) {
  const channel: ChannelDefinition = {
    id: "ch_1",
    profile,
    market: { country: "US", currency: "USD", language: "en", ...market },
    defaults,
    rules: rules.map((rule): ChannelRule => ruleSchema.parse(rule)),
  };
  const compiled = withVariantComparison(withIdComparison(compileChannel(channel, NOW)));
  if (isSecond) compiled.map({ ...SOUND_PRODUCT, sku: "TEE-0", item_group_id: "TEE", color: "red" });
  const { issuesOf } = format === "tsv" ? tsv : csv;
  const document = JSON.stringify({ ...SOUND_PRODUCT, ...product });
  const { issues } = mapDocument(compiled, document, issuesOf && ((cells) => issuesOf(cells, compiled.columns)));
  return issues.map(({ code }) => code);
}

const cases = Object.entries(ISSUE_HINTS).flatMap(([code, { broken, fixes }]) =>
  Object.entries(fixes).map(([hint, fixed]) => ({ code, hint, broken, fixed })),
);

describe("the fixes that an issue's hint recommends work", () => {
  test.each(cases)("$code: $hint", ({ code, broken, fixed }) => {
    expect(codesOf(broken)).toContain(code);
    expect(codesOf(fixed)).toEqual([]);
  });

  test("unreadable: send the product again", () => {
    const compiled = compileChannel(
      {
        id: "ch_1",
        profile: "generic",
        market: { country: "US", currency: "USD", language: "en" },
        defaults: {},
        rules: [],
      },
      NOW,
    );
    expect(mapDocument(compiled, "{").issues.map(({ code }) => code)).toEqual(["unreadable"]);
    expect(mapDocument(compiled, JSON.stringify(SOUND_PRODUCT)).issues).toEqual([]);
  });
});
