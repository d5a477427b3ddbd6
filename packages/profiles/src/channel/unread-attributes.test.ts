import { describe, expect, test } from "@jest/globals";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import { type ChannelRule, ruleSchema } from "@skucast/contracts/channels/rule";
import { SOUND_PRODUCT } from "../testing/issue-situations.js";
import type { StoredProduct } from "./cell.js";
import { type ChannelDefinition, compileChannel } from "./compile-channel.js";

const NOW = new Date("2026-11-21T12:00:00Z");

function rowOf(product: StoredProduct, choice: Partial<ChannelDefinition> = {}) {
  const channel: ChannelDefinition = {
    id: "ch_1",
    profile: "google_merchant",
    market: { country: "US", currency: "USD", language: "en" },
    defaults: {},
    rules: [],
    ...choice,
  };
  const compiled = compileChannel(channel, NOW);
  const { cells, issues, isValid } = compiled.map({ ...SOUND_PRODUCT, ...product });
  const values = Object.fromEntries(compiled.columns.map(({ name }, place) => [name, cells[place]]));
  return { isValid, values, issues: issues.map(({ severity, code, field }) => `${severity} ${code} ${field}`) };
}

describe("a custom attribute that the channel does not accept", () => {
  test.each([
    ["pause", "never"],
    ["energy_efficiency_class", "Z"],
    ["popularity_rank", "900"],
    ["identifier_exists", "maybe"],
    ["return_policy_label", "x".repeat(101)],
    ["short_title", "x".repeat(999)],
    ["promotion_id", ["x".repeat(51)]],
  ])("is left out of an optional column: %s", (name, value) => {
    const { isValid, values, issues } = rowOf({ custom_attributes: { [name]: value } });
    expect([isValid, issues]).toEqual([true, [`warning invalid_value ${name}`]]);
    expect(values[name]).not.toEqual(value);
  });

  test("leaves the other items of a list", () => {
    const custom_attributes = { promotion_id: ["x".repeat(51), "SUMMER"] };
    const { values, issues } = rowOf({ custom_attributes });
    expect(values.promotion_id).toEqual(["SUMMER"]);
    expect(issues).toEqual(["warning invalid_value promotion_id"]);
  });

  test("is no issue if a rule or an override replaces it, whose own values keep the row out", () => {
    const custom_attributes = { pause: "never" };
    const constant = (value: string): ChannelRule => ruleSchema.parse({ type: "constant", field: "pause", value });
    expect(rowOf({ custom_attributes }, { rules: [constant("ads")] }).issues).toEqual([]);
    expect(rowOf({ custom_attributes, channel_overrides: { ch_1: { pause: "ads" } } }).issues).toEqual([]);
    expect(rowOf({ custom_attributes }, { rules: [constant("later")] }).isValid).toBe(false);
    expect(rowOf({ custom_attributes, channel_overrides: { ch_1: { pause: "later" } } }).isValid).toBe(false);
  });
});

describe("a date of a custom attribute", () => {
  const day: Column = { name: "dd", type: "moment", from: "custom_attributes.d" };
  const choiceOf = (column: Column): Partial<ChannelDefinition> => {
    const columns: Column[] = [{ name: "id", type: "text", from: "sku" }, column];
    const form = { name: "x", version: "1", title: "X", source: null, formats: ["csv"], columns, checks: [] } as const;
    return { profile: "custom", definition: form };
  };
  const patterned: Column = { ...day, format: { date: "DD.MM.YYYY" } };

  test.each([
    ["without a pattern", day],
    ["with a pattern", patterned],
  ])("is left out %s if it is none", (_title, column) => {
    const { isValid, values, issues } = rowOf({ custom_attributes: { d: "24.12.2026" } }, choiceOf(column));
    expect([isValid, values.dd, issues]).toEqual([true, undefined, ["warning invalid_value dd"]]);
  });

  test.each([
    ["without a pattern", day],
    ["with a pattern", patterned],
  ])("keeps the row out %s if the column is required", (_title, column) => {
    const required = choiceOf({ ...column, required: true });
    const { isValid, issues } = rowOf({ custom_attributes: { d: "24.12.2026" } }, required);
    expect([isValid, issues]).toEqual([false, ["error invalid_value dd"]]);
  });
});
