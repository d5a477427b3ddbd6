import type { Fault } from "@skucast/contracts/problem";
import { useState } from "react";
import { useApiQuery } from "../../api/use-api-query.js";
import { Button } from "../../components/button.js";
import { Card } from "../../components/card.js";
import { TextArea } from "../../forms/field.js";
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
  readonly errors: readonly Fault[];
  /** Effects of the rules in the preview. */
  readonly effects: readonly RuleEffect[];
  readonly isDisabled: boolean;
}

/** The rules as forms or as JSON. */
export function RulesField({ draft, set, isDisabled, errors, effects }: RulesFieldProps) {
  const [isJson, setIsJson] = useState(false);
  const { data: profile } = useApiQuery("getChannelProfile", { params: { profile_id: draft.profile } });
  const rules = readRules(draft.rules);
  const drafts = rules && draftRules(rules, RULE_TYPES);
  const isForm = !isJson && drafts !== null;
  return (
    <Card
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
          errors={errors}
          effects={effects}
          isDisabled={isDisabled}
          onRules={(changed) => set({ rules: JSON.stringify(changed, null, 2) })}
        />
      ) : (
        <RulesText draft={draft} set={set} isDisabled={isDisabled} errors={errors} />
      )}
    </Card>
  );
}

function RulesText({ draft, set, isDisabled, errors }: Omit<RulesFieldProps, "effects">) {
  const messages = errors
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
      readOnly={isDisabled}
      error={rules === null ? words.badJson : messages.join("; ") || undefined}
      onValue={(text) => set({ rules: text })}
    />
  );
}
