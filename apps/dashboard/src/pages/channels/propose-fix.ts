import type { ChannelProfile } from "@skucast/contracts/channel-profiles/channel-profile";
import { CHANNEL_DEFAULTS, type Column } from "@skucast/contracts/channel-profiles/column";
import type { Channel } from "@skucast/contracts/channels/channel";
import type { IssueSummary } from "@skucast/contracts/listings/listing";
import { CHANGEABLE, type ChangeableField } from "../products/change-file.js";
import { DEFAULT_FIELDS } from "./channel-draft.js";
import { fixableField } from "./fixable-field.js";

export type Cause = IssueSummary["causes"][number];

/** A way to fix all products with the same issue. */
export type Fix =
  /** A value of the channel for products that have none. */
  | { readonly type: "default"; readonly field: string; readonly needsValue: true }
  /** A rule of the channel. */
  | { readonly type: "rule"; readonly needsValue: boolean; readonly rule: (value: string) => Channel["rules"][number] }
  /** A change of the products themselves. */
  | { readonly type: "products"; readonly field: ChangeableField; readonly needsValue: false };

const TITLE_MAX_DEFAULT = 150;

/** The ways to fix an issue of a column, the simplest first. Empty if each product must be corrected by itself. */
export function proposeFixes(cause: Cause, profile: ChannelProfile | undefined): readonly Fix[] {
  const column = profile?.columns.find(({ name }) => name === cause.field);
  if (column === undefined) return [];
  const fixes: Fix[] = [];
  const { default: defaultName } = column;
  const isEditable = CHANNEL_DEFAULTS.some((name) => name === defaultName) && isText(defaultName);
  if (cause.code === "missing_value" && defaultName !== undefined && isEditable) {
    fixes.push({ type: "default", field: defaultName, needsValue: true });
  }
  const rule = ruleFor(cause, column);
  if (rule !== null) fixes.push(rule);
  const from = fixableField(cause.field, profile)?.name;
  const changeable = CHANGEABLE.find((field) => field === from);
  if (changeable !== undefined) fixes.push({ type: "products", field: changeable, needsValue: false });
  return fixes;
}

/** Defaults that are a single text. */
const isText = (name: string | undefined): boolean => DEFAULT_FIELDS.some((field) => field === name);

function ruleFor({ code, field }: Cause, { max, type }: Column): Extract<Fix, { type: "rule" }> | null {
  switch (code) {
    case "missing_value":
      return {
        type: "rule",
        needsValue: true,
        rule: (value) => ({
          type: "if",
          when: [{ field, op: "missing" }],
          rules: [
            isTemplate(value) ? { type: "template", field, template: value } : { type: "constant", field, value },
          ],
        }),
      };
    case "invalid_value":
      // One price for all products would be wrong. What a channel does not accept in an amount are its decimals.
      if (type === "money" || type === "sale_money") {
        const round = { step: 0.01 };
        return { type: "rule", needsValue: false, rule: () => ({ type: "adjust_price", field, round }) };
      }
      return { type: "rule", needsValue: true, rule: (value) => ({ type: "constant", field, value }) };
    case "too_long": {
      const limit = max ?? TITLE_MAX_DEFAULT;
      return { type: "rule", needsValue: false, rule: () => ({ type: "truncate", field, max: limit, at_word: true }) };
    }
    case "html_converted":
      return { type: "rule", needsValue: false, rule: () => ({ type: "strip_html", field }) };
    default:
      return null;
  }
}

/** Whether a text refers to fields, as `https://shop.example/{product.sku}` does. */
const isTemplate = (value: string): boolean => /\{[^{}]+\}/.test(value);

/** The channel's settings with the fix. */
export function withFix(channel: Pick<Channel, "rules">, fix: Fix, value: string) {
  if (fix.type === "default") return { defaults: { [fix.field]: value } };
  return fix.type === "rule" ? { rules: [...channel.rules, fix.rule(value)] } : {};
}
