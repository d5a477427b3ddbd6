import type { Fault } from "@skucast/contracts/problem";
import { useState } from "react";
import { useRead } from "../../api/use-read.js";
import { TextArea } from "../../forms/field.js";
import { Button } from "../../parts/button.js";
import { Sheet } from "../../parts/sheet.js";
import { texts } from "../../texts/texts.js";
import { type ChannelDraft, readRules } from "./channel-draft.js";
import { draftRules } from "./rules/draft-rule.js";
import { RULE_TYPES } from "./rules/rule-inputs.js";
import { RuleList } from "./rules/rule-list.js";
import type { RuleEffect } from "./rules/rule-list-props.js";

const { one: words } = texts.channels;
const ROWS_MAX = 24;

interface RulesFieldProps {
  readonly draft: ChannelDraft;
  readonly set: (change: Partial<ChannelDraft>) => void;
  readonly faults: readonly Fault[];
  /** What the rules did in the preview. */
  readonly effects: readonly RuleEffect[];
  readonly isOff: boolean;
}

/** The rules in their order as forms, or as they are stored. */
export function RulesField({ draft, set, isOff, faults, effects }: RulesFieldProps) {
  const [isJson, setIsJson] = useState(false);
  const { data: profile } = useRead("getChannelProfile", { params: { profile_id: draft.profile } });
  const rules = readRules(draft.rules);
  const drafts = rules && draftRules(rules, RULE_TYPES);
  const isForm = !isJson && drafts !== null;
  return (
    <Sheet
      title={words.sections.rules}
      actions={
        drafts !== null && (
          <Button kind="quiet" onClick={() => setIsJson(isForm)}>
            {isForm ? texts.rules.asJson : texts.rules.asForm}
          </Button>
        )
      }
    >
      <p className="soft">{words.rulesHint}</p>
      {isForm && drafts ? (
        <RuleList
          rules={drafts}
          types={RULE_TYPES}
          pointer="/rules"
          columns={profile?.columns.map(({ name }) => name) ?? []}
          faults={faults}
          effects={effects}
          isOff={isOff}
          onRules={(changed) => set({ rules: JSON.stringify(changed, null, 2) })}
        />
      ) : (
        <RulesText draft={draft} set={set} isOff={isOff} faults={faults} />
      )}
    </Sheet>
  );
}

function RulesText({ draft, set, isOff, faults }: Omit<RulesFieldProps, "effects">) {
  const told = faults
    .filter(({ pointer }) => pointer.startsWith("/rules"))
    .map(({ pointer, message }) => `${pointer} ${message}`);
  const rules = readRules(draft.rules);
  const isUnknown = rules !== null && draftRules(rules, RULE_TYPES) === null;
  return (
    <TextArea
      label={words.rules}
      hint={isUnknown ? texts.rules.unknown : undefined}
      className="mono"
      spellCheck={false}
      rows={Math.min(ROWS_MAX, draft.rules.split("\n").length + 1)}
      value={draft.rules}
      readOnly={isOff}
      fault={rules === null ? words.badJson : told.join("; ") || undefined}
      onValue={(text) => set({ rules: text })}
    />
  );
}
