import { expect, test } from "@jest/globals";
import { type Channel, channelPatchSchema } from "@skucast/contracts/channels/channel";
import { bodyOf, draftOf, readRules } from "./channel-draft.js";
import { RULE_TEMPLATES } from "./rule-templates.js";

const CHANNEL: Channel = {
  id: "ch_1",
  name: "ChatGPT",
  profile: "openai_products",
  status: "active",
  in_public_directory: false,
  market: { country: "US", currency: "USD", language: "en" },
  defaults: { seller_name: "Acme", accepts_returns: true },
  selection: { filters: { brand: ["Acme", "Other"] }, include_skus: ["A"], exclude_skus: [] },
  rules: [{ type: "truncate", field: "title", max: 70 }],
  version: 1,
  created_at: "2026-11-21T00:00:00Z",
  updated_at: "2026-11-21T00:00:00Z",
};

test("an unchanged draft becomes a valid patch with the channel's values", () => {
  const body = bodyOf(draftOf(CHANNEL));
  expect(channelPatchSchema.safeParse(body).error).toBeUndefined();
  expect(body).toMatchObject({
    name: "ChatGPT",
    market: CHANNEL.market,
    rules: CHANNEL.rules,
    selection: { ...CHANNEL.selection, conditions: null, filters: { brand: ["Acme", "Other"], availability: null } },
    defaults: { seller_name: "Acme", brand: null },
  });
});

test("defaults and filters that the form does not show are not sent", () => {
  const body = bodyOf(draftOf(CHANNEL));
  expect(Object.keys(body.defaults)).not.toContain("accepts_returns");
  expect(Object.keys(body.selection.filters)).not.toContain("q");
});

test("conditions are kept as they are, and removed when there are none", () => {
  const conditions = [{ op: "or" as const, conditions: [{ field: "tags", op: "includes" as const, value: "sale" }] }];
  const draft = draftOf({ ...CHANNEL, selection: { ...CHANNEL.selection, conditions } });
  expect(channelPatchSchema.parse(bodyOf(draft)).selection?.conditions).toEqual(conditions);
  expect(bodyOf({ ...draft, conditions: [] }).selection.conditions).toBeNull();
});

test("lines become lists, without surrounding spaces and empty lines", () => {
  const { selection } = bodyOf({ ...draftOf(CHANNEL), includeSkus: " A \n\nB\n", brands: "" });
  expect([selection.include_skus, selection.filters.brand]).toEqual([["A", "B"], null]);
});

test("rules that are not a JSON list are rejected by the contract", () => {
  expect(readRules("{}")).toBeNull();
  expect(readRules("")).toEqual([]);
  const body = bodyOf({ ...draftOf(CHANNEL), rules: "[{" });
  expect(channelPatchSchema.safeParse(body).error?.issues[0]?.path).toEqual(["rules"]);
});

test("every rule template is valid, except that the user chooses the lookup table", () => {
  const id = `lkt_${"0".repeat(26)}`;
  const rules = RULE_TEMPLATES.map((rule) => (rule.type === "lookup_table" ? { ...rule, table_id: id } : rule));
  const body = bodyOf({ ...draftOf(CHANNEL), rules: JSON.stringify(rules) });
  expect(channelPatchSchema.safeParse(body).error).toBeUndefined();
});
