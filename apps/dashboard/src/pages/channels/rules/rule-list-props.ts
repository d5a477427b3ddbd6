import type { ChannelPreview } from "@skucast/contracts/channels/preview";
import type { ChannelRule } from "@skucast/contracts/channels/rule";
import type { Fault } from "@skucast/contracts/problem";
import type { DraftRule } from "./draft-rule.js";

export type RuleEffect = ChannelPreview["rules"][number];

/** A list of rules: the channel's, or rules nested in another rule. */
export interface RuleListProps {
  readonly rules: readonly DraftRule[];
  readonly types: readonly ChannelRule["type"][];
  readonly pointer: string;
  readonly columns: readonly string[];
  readonly errors: readonly Fault[];
  /** Effects in the preview, by index of the rule. */
  readonly effects: readonly RuleEffect[];
  readonly isDisabled: boolean;
  readonly onRules: (rules: readonly DraftRule[]) => void;
}
