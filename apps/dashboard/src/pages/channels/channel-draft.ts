import type { Channel, ChannelPatch } from "@skucast/contracts/channels/channel";
import type { DraftCondition } from "./rules/draft-condition.js";

/** Defaults with a form field of their own. Other defaults are not changed. */
export const DEFAULT_FIELDS = [
  "brand",
  "seller_name",
  "seller_url",
  "seller_privacy_policy",
  "seller_tos",
  "return_policy",
  "product_category",
  "google_product_category",
] as const;
type DefaultField = (typeof DEFAULT_FIELDS)[number];

/** Form values of a channel. */
export interface ChannelDraft {
  readonly name: string;
  readonly profile: Channel["profile"];
  readonly country: string;
  readonly currency: string;
  readonly language: string;
  readonly availability: readonly string[];
  readonly condition: readonly string[];
  readonly conditions: readonly DraftCondition[];
  /** One per line, like the SKUs. */
  readonly brands: string;
  readonly includeSkus: string;
  readonly excludeSkus: string;
  readonly defaults: Readonly<Record<DefaultField, string>>;
  /** JSON. */
  readonly rules: string;
}

export function draftOf(channel: Channel): ChannelDraft {
  const { name, profile, market, selection, defaults, rules } = channel;
  const { filters } = selection;
  const shown = DEFAULT_FIELDS.map((field) => [field, defaults[field] ?? ""]);
  return {
    name,
    profile,
    country: market.country,
    currency: market.currency,
    language: market.language,
    availability: filters.availability ?? [],
    condition: filters.condition ?? [],
    conditions: selection.conditions ?? [],
    brands: (filters.brand ?? []).join("\n"),
    includeSkus: selection.include_skus.join("\n"),
    excludeSkus: selection.exclude_skus.join("\n"),
    // fromEntries loses the type of the keys, which are DEFAULT_FIELDS.
    defaults: Object.fromEntries(shown) as ChannelDraft["defaults"],
    rules: JSON.stringify(rules, null, 2),
  };
}

/** Parses rules; null if the text is not a JSON list. */
export function readRules(text: string): unknown[] | null {
  try {
    const rules: unknown = JSON.parse(text.trim() === "" ? "[]" : text);
    return Array.isArray(rules) ? rules : null;
  } catch {
    return null;
  }
}

/** The merge patch for a draft. Rules that are not a list are sent as they are, so that validation rejects them. */
export function bodyOf(draft: ChannelDraft) {
  const { name, profile, country, currency, language, defaults } = draft;
  return {
    name: name.trim(),
    profile,
    market: { country: country.trim(), currency: currency.trim(), language: language.trim() },
    selection: {
      filters: {
        availability: listOrNull(draft.availability),
        condition: listOrNull(draft.condition),
        brand: listOrNull(linesOf(draft.brands)),
      },
      conditions: listOrNull(draft.conditions),
      include_skus: linesOf(draft.includeSkus),
      exclude_skus: linesOf(draft.excludeSkus),
    },
    defaults: Object.fromEntries(DEFAULT_FIELDS.map((field) => [field, defaults[field].trim() || null])),
    rules: readRules(draft.rules) ?? draft.rules,
  };
}

/** The body of a draft that has passed validation. */
export const checkedBody = (draft: ChannelDraft): ChannelPatch => bodyOf(draft) as ChannelPatch;

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** In a merge patch, null removes a filter and the conditions. */
const listOrNull = <Item>(values: readonly Item[]): readonly Item[] | null => (values.length === 0 ? null : values);
