import type { RuleCondition } from "@skucast/contracts/channels/rule";
import { Button } from "../../../components/button.js";
import { SelectField } from "../../../forms/field.js";
import { texts } from "../../../texts/texts.js";
import { replaceEntry, withValue } from "./draft-rule.js";
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
  /** JSON pointer of the conditions, to find their errors. */
  readonly pointer: string;
  readonly errorAt: (pointer: string) => string | undefined;
  readonly isDisabled: boolean;
  readonly onConditions: (conditions: readonly DraftCondition[]) => void;
}

/** The conditions that a row must all meet. */
export function ConditionList({ conditions, pointer, errorAt, isDisabled, onConditions }: ConditionListProps) {
  const add = () => onConditions([...conditions, { field: "product.brand", op: "missing" }]);
  return (
    <fieldset>
      <legend>{words.when}</legend>
      {conditions.map((condition, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no ids.
        <div className="condition" key={index}>
          <RuleField
            input={{ path: "field", kind: "reference" }}
            value={condition.field}
            columns={[]}
            error={errorAt(`${pointer}/${index}/field`)}
            isDisabled={isDisabled}
            onValue={(field) => onConditions(replaceEntry(conditions, index, { ...condition, field: field ?? "" }))}
          />
          <SelectField
            label={words.op}
            value={condition.op}
            disabled={isDisabled}
            choices={Object.keys(CONDITION_NEEDS).map((op) => ({ value: op, label: words.ops[op as Op] }))}
            onValue={(op) => onConditions(replaceEntry(conditions, index, withOperator(condition, op as Op)))}
          />
          <Needed
            condition={condition}
            error={errorAt(`${pointer}/${index}/value`) ?? errorAt(`${pointer}/${index}/values`)}
            isDisabled={isDisabled}
            onCondition={(changed) => onConditions(replaceEntry(conditions, index, changed))}
          />
          {!isDisabled && conditions.length > 1 && (
            <Button
              kind="quiet"
              aria-label={words.removeCondition(index + 1)}
              onClick={() => onConditions(replaceEntry(conditions, index))}
            >
              ×
            </Button>
          )}
        </div>
      ))}
      {!isDisabled && (
        <Button kind="quiet" onClick={add}>
          {words.addCondition}
        </Button>
      )}
    </fieldset>
  );
}

interface NeededProps {
  readonly condition: DraftCondition;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  readonly onCondition: (condition: DraftCondition) => void;
}

function Needed({ condition, error, isDisabled, onCondition }: NeededProps) {
  const needs = CONDITION_NEEDS[condition.op];
  if (needs === "nothing") return null;
  const path = needs === "lines" ? "values" : "value";
  return (
    <RuleField
      key={needs}
      input={{ path, kind: needs }}
      value={condition[path]}
      columns={[]}
      error={error}
      isDisabled={isDisabled}
      onValue={(value) => onCondition(withValue(condition, path, value))}
    />
  );
}

/** The condition with another operator and the same operand, as far as possible. */
function withOperator({ field, value, values }: DraftCondition, op: Op): DraftCondition {
  const needs = CONDITION_NEEDS[op];
  if (needs === "nothing") return { field, op };
  if (needs === "lines") return { field, op, values: values ?? (value === undefined ? [] : [value]) };
  return { field, op, value: needs === "text" ? String(value ?? "") : value };
}
