import type { Fault } from "@skucast/contracts/problem";
import { TextArea } from "../../forms/field.js";
import { Menu } from "../../parts/menu.js";
import { Sheet } from "../../parts/sheet.js";
import { texts } from "../../texts/texts.js";
import { type ChannelDraft, readRules } from "./channel-draft.js";
import { RULE_TEMPLATES } from "./rule-templates.js";

const { one: words, rules: ruleNames } = texts.channels;
const ROWS_MAX = 24;

interface RulesFieldProps {
  readonly draft: ChannelDraft;
  readonly set: (change: Partial<ChannelDraft>) => void;
  readonly faults: readonly Fault[];
  readonly isOff: boolean;
}

/** The rules as they are stored, with a beginning for each kind. */
export function RulesField({ draft, set, isOff, faults }: RulesFieldProps) {
  const rules = readRules(draft.rules);
  const add = (rule: object) => set({ rules: JSON.stringify([...(rules ?? []), rule], null, 2) });
  const told = faults
    .filter(({ pointer }) => pointer.startsWith("/rules"))
    .map(({ pointer, message }) => `${pointer} ${message}`);
  const items = RULE_TEMPLATES.map((rule) => ({
    ...{ key: rule.type, label: ruleNames[rule.type], onSelect: () => add(rule) },
  }));
  return (
    <Sheet
      title={words.sections.rules}
      actions={!isOff && rules !== null && <Menu label={words.addRule} items={items} />}
    >
      <TextArea
        label={words.rules}
        hint={words.rulesHint}
        className="mono"
        spellCheck={false}
        rows={Math.min(ROWS_MAX, draft.rules.split("\n").length + 1)}
        value={draft.rules}
        readOnly={isOff}
        fault={rules === null ? words.badJson : told.join("; ") || undefined}
        onValue={(text) => set({ rules: text })}
      />
    </Sheet>
  );
}
