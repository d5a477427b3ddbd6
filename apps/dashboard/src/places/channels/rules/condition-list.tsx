import type { RuleCondition } from "@skucast/contracts/channels/rule";
import { SelectField } from "../../../forms/field.js";
import { Button } from "../../../parts/button.js";
import { texts } from "../../../texts/texts.js";
import { replaced, withValue } from "./draft-rule.js";
import { RuleField } from "./rule-field.js";
import { CONDITION_NEEDS } from "./rule-inputs.js";

const words = texts.rules;
type Op = RuleCondition["op"];
interface DraftCondition {
  readonly op: Op;
  readonly [name: string]: unknown;
}

interface ConditionListProps {
  readonly conditions: readonly DraftCondition[];
  /** Where they stand among the channel's rules, for what is wrong with them. */
  readonly pointer: string;
  readonly faultAt: (pointer: string) => string | undefined;
  readonly isOff: boolean;
  readonly onConditions: (conditions: readonly DraftCondition[]) => void;
}

/** What all must hold for a row, for rules to be followed. */
export function ConditionList({ conditions, pointer, faultAt, isOff, onConditions }: ConditionListProps) {
  const add = () => onConditions([...conditions, { field: "product.brand", op: "missing" }]);
  return (
    <fieldset>
      <legend>{words.when}</legend>
      {conditions.map((condition, place) => (
        // Conditions have no names of their own, and are few.
        // biome-ignore lint/suspicious/noArrayIndexKey: their place is what they are known by.
        <div className="condition" key={place}>
          <RuleField
            input={{ path: "field", kind: "reference" }}
            value={condition.field}
            columns={[]}
            fault={faultAt(`${pointer}/${place}/field`)}
            isOff={isOff}
            onValue={(field) => onConditions(replaced(conditions, place, { ...condition, field: field ?? "" }))}
          />
          <SelectField
            label={words.op}
            value={condition.op}
            disabled={isOff}
            choices={Object.keys(CONDITION_NEEDS).map((op) => ({ value: op, label: words.ops[op as Op] }))}
            onValue={(op) => onConditions(replaced(conditions, place, askedBy(condition, op as Op)))}
          />
          <Needed
            condition={condition}
            fault={faultAt(`${pointer}/${place}/value`) ?? faultAt(`${pointer}/${place}/values`)}
            isOff={isOff}
            onCondition={(changed) => onConditions(replaced(conditions, place, changed))}
          />
          {!isOff && conditions.length > 1 && (
            <Button
              kind="quiet"
              aria-label={words.removeCondition(place + 1)}
              onClick={() => onConditions(replaced(conditions, place))}
            >
              ×
            </Button>
          )}
        </div>
      ))}
      {!isOff && (
        <Button kind="quiet" onClick={add}>
          {words.addCondition}
        </Button>
      )}
    </fieldset>
  );
}

interface NeededProps {
  readonly condition: DraftCondition;
  readonly fault: string | undefined;
  readonly isOff: boolean;
  readonly onCondition: (condition: DraftCondition) => void;
}

function Needed({ condition, fault, isOff, onCondition }: NeededProps) {
  const needs = CONDITION_NEEDS[condition.op];
  if (needs === "nothing") return null;
  const path = needs === "lines" ? "values" : "value";
  return (
    <RuleField
      key={needs}
      input={{ path, kind: needs }}
      value={condition[path]}
      columns={[]}
      fault={fault}
      isOff={isOff}
      onValue={(value) => onCondition(withValue(condition, path, value))}
    />
  );
}

/** The condition that asks another question of the same value. */
function askedBy({ field, value, values }: DraftCondition, op: Op): DraftCondition {
  const needs = CONDITION_NEEDS[op];
  if (needs === "nothing") return { field, op };
  if (needs === "lines") return { field, op, values: values ?? (value === undefined ? [] : [value]) };
  return { field, op, value: needs === "text" ? String(value ?? "") : value };
}
