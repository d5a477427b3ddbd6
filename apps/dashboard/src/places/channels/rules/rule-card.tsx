import type { Fault } from "@skucast/contracts/problem";
import type { ReactNode } from "react";
import { faultSentence } from "../../../forms/fault-sentence.js";
import { Button } from "../../../parts/button.js";
import { texts } from "../../../texts/texts.js";
import { ConditionList } from "./condition-list.js";
import { type DraftRule, valueAt, withValue } from "./draft-rule.js";
import { RuleField } from "./rule-field.js";
import { RULE_INPUTS, SIMPLE_TYPES } from "./rule-inputs.js";
import type { RuleEffect, RuleListProps } from "./rule-list-props.js";

const words = texts.rules;

interface RuleCardProps {
  readonly rule: DraftRule;
  /** Its place among its neighbours, from 0, and how many they are. */
  readonly place: number;
  readonly count: number;
  readonly pointer: string;
  readonly columns: readonly string[];
  readonly faults: readonly Fault[];
  /** What it did in the preview; only known of rules that stand in no other. */
  readonly effect: RuleEffect | undefined;
  readonly isOff: boolean;
  readonly onRule: (rule: DraftRule) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
  /** Shows the rules that stand in this one. */
  readonly renderRules: (props: RuleListProps) => ReactNode;
}

/** One rule as a form: what it is, what it does to the rows in sight, and its place among the others. */
export function RuleCard(props: RuleCardProps) {
  const { rule, place, count, pointer, columns, faults, effect, isOff, onRule, onMove, onRemove } = props;
  const inputs = RULE_INPUTS[rule.type];
  const faultAt = (at: string) => {
    const found = faults.find(({ pointer: where }) => where === at || where.startsWith(`${at}/`));
    return found && faultSentence(found);
  };
  const number = place + 1;
  return (
    <li className="rule-card">
      <div className="sheet-head">
        <h3>{words.nameOf(number, texts.channels.rules[rule.type])}</h3>
        {!isOff && (
          <div className="actions">
            <Button kind="quiet" disabled={place === 0} aria-label={words.moveUp(number)} onClick={() => onMove(-1)}>
              ↑
            </Button>
            <Button
              kind="quiet"
              disabled={place === count - 1}
              aria-label={words.moveDown(number)}
              onClick={() => onMove(1)}
            >
              ↓
            </Button>
            <Button kind="quiet" aria-label={words.remove(number)} onClick={onRemove}>
              ×
            </Button>
          </div>
        )}
      </div>
      {effect && <p className={effect.failed > 0 ? "fault" : "soft"}>{words.effect(effect)}</p>}
      {inputs.length > 0 && (
        <div className="grid">
          {inputs.map((input) => (
            <RuleField
              key={input.path}
              input={input}
              value={valueAt(rule, input.path)}
              columns={columns}
              fault={faultAt(`${pointer}/${input.path.replace(".", "/")}`)}
              isOff={isOff}
              onValue={(value) => onRule(withValue(rule, input.path, value))}
            />
          ))}
        </div>
      )}
      {rule.type === "if" && <Branches {...props} faultAt={faultAt} />}
    </li>
  );
}

/** The conditions of a rule, the rules for rows that meet them, and those for the rest. */
function Branches(props: RuleCardProps & { readonly faultAt: (pointer: string) => string | undefined }) {
  const { rule, pointer, columns, faults, isOff, onRule, renderRules, faultAt } = props;
  return (
    <>
      <ConditionList
        conditions={listAt(rule, "when")}
        pointer={`${pointer}/when`}
        faultAt={faultAt}
        isOff={isOff}
        onConditions={(when) => onRule({ ...rule, when })}
      />
      {(["rules", "otherwise"] as const).map((branch) => (
        <fieldset key={branch}>
          <legend>{words.branches[branch]}</legend>
          {renderRules({
            rules: listAt(rule, branch),
            types: SIMPLE_TYPES,
            pointer: `${pointer}/${branch}`,
            ...{ columns, faults, effects: [], isOff },
            onRules: (rules) =>
              onRule(withValue(rule, branch, branch === "otherwise" && rules.length === 0 ? undefined : rules)),
          })}
        </fieldset>
      ))}
    </>
  );
}

/** A list in a rule. What stands in it is only known to be a list; the contract says on saving what is wrong with it. */
const listAt = <Item,>(rule: DraftRule, name: string): readonly Item[] =>
  Array.isArray(rule[name]) ? (rule[name] as readonly Item[]) : [];
