import type { Fault } from "@skucast/contracts/problem";
import type { ReactNode } from "react";
import { fieldErrorText } from "../../../forms/field-error-text.js";
import { texts } from "../../../texts/texts.js";
import { ConditionList } from "./condition-list.js";
import { type DraftRule, valueAt, withValue } from "./draft-rule.js";
import { EntryActions } from "./entry-actions.js";
import { RuleField } from "./rule-field.js";
import { RULE_INPUTS, RULE_OPS, SIMPLE_TYPES } from "./rule-inputs.js";
import type { RuleEffect, RuleListProps } from "./rule-list-props.js";

const words = texts.rules;

interface RuleCardProps {
  readonly rule: DraftRule;
  /** Zero-based position in its list, and the length of that list. */
  readonly index: number;
  readonly count: number;
  readonly pointer: string;
  readonly columns: readonly string[];
  readonly errors: readonly Fault[];
  /** Its effect in the preview. Unknown for nested rules. */
  readonly effect: RuleEffect | undefined;
  readonly isDisabled: boolean;
  readonly onRule: (rule: DraftRule) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
  /** Renders nested rules. */
  readonly renderRules: (props: RuleListProps) => ReactNode;
}

/** One rule as a form, with its effect in the preview. */
export function RuleCard(props: RuleCardProps) {
  const { rule, index, count, pointer, columns, errors, effect, isDisabled, onRule, onMove, onRemove } = props;
  const inputs = RULE_INPUTS[rule.type];
  const errorAt = (at: string) => {
    const found = errors.find(({ pointer: where }) => where === at || where.startsWith(`${at}/`));
    return found && fieldErrorText(found);
  };
  const number = index + 1;
  return (
    <li className="rule-card">
      <div className="card-head">
        <h3>{words.nameOf(number, texts.channels.rules[rule.type])}</h3>
        {!isDisabled && <EntryActions index={index} count={count} words={words} onMove={onMove} onRemove={onRemove} />}
      </div>
      {effect && <p className={effect.failed > 0 ? "field-error" : "soft"}>{words.effect(effect)}</p>}
      {inputs.length > 0 && (
        <div className="grid">
          {inputs.map((input) => (
            <RuleField
              key={input.path}
              input={input}
              value={valueAt(rule, input.path)}
              columns={columns}
              error={errorAt(`${pointer}/${input.path.replace(".", "/")}`)}
              isDisabled={isDisabled}
              onValue={(value) => onRule(withValue(rule, input.path, value))}
            />
          ))}
        </div>
      )}
      {(rule.type === "if" || rule.type === "exclude") && <When {...props} errorAt={errorAt} />}
      {rule.type === "if" && <Branches {...props} />}
    </li>
  );
}

const NEW_CONDITION = { field: "product.brand", op: "missing" } as const;

/** The conditions of a rule. */
function When({
  rule,
  pointer,
  isDisabled,
  onRule,
  errorAt,
}: RuleCardProps & { readonly errorAt: (pointer: string) => string | undefined }) {
  return (
    <ConditionList
      legend={words.when}
      ops={RULE_OPS}
      added={NEW_CONDITION}
      conditions={listAt(rule, "when")}
      pointer={`${pointer}/when`}
      errorAt={errorAt}
      isDisabled={isDisabled}
      onConditions={(when) => onRule({ ...rule, when })}
    />
  );
}

/** The rules for rows that meet the conditions and for those that do not. */
function Branches(props: RuleCardProps) {
  const { rule, pointer, columns, errors, isDisabled, onRule, renderRules } = props;
  return (
    <>
      {(["rules", "otherwise"] as const).map((branch) => (
        <fieldset key={branch}>
          <legend>{words.branches[branch]}</legend>
          {renderRules({
            rules: listAt(rule, branch),
            types: SIMPLE_TYPES,
            pointer: `${pointer}/${branch}`,
            columns,
            errors,
            effects: [],
            isDisabled,
            onRules: (rules) =>
              onRule(withValue(rule, branch, branch === "otherwise" && rules.length === 0 ? undefined : rules)),
          })}
        </fieldset>
      ))}
    </>
  );
}

/** The list at `name`. Its items are not checked here; the contract validates them on save. */
const listAt = <Item,>(rule: DraftRule, name: string): readonly Item[] =>
  Array.isArray(rule[name]) ? (rule[name] as readonly Item[]) : [];
