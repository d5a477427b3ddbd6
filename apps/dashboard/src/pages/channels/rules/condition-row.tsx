import { SelectField } from "../../../forms/field.js";
import { texts } from "../../../texts/texts.js";
import { type DraftCondition, operandOf, type TestOp, withOperator } from "./draft-condition.js";
import { withValue } from "./draft-rule.js";
import { RuleField } from "./rule-field.js";
import { CONDITION_NEEDS } from "./rule-inputs.js";

const words = texts.rules;

interface ConditionRowProps {
  readonly condition: DraftCondition;
  readonly ops: readonly TestOp[];
  readonly pointer: string;
  readonly errorAt: (pointer: string) => string | undefined;
  readonly isDisabled: boolean;
  readonly onCondition: (condition: DraftCondition) => void;
}

/** A comparison of one value. */
export function ConditionRow({ condition, ops, pointer, errorAt, isDisabled, onCondition }: ConditionRowProps) {
  const op = condition.op as TestOp;
  const needs = CONDITION_NEEDS[op];
  const operand = operandOf(op);
  return (
    <>
      <RuleField
        input={{ path: "field", kind: "reference" }}
        value={condition.field}
        columns={[]}
        error={errorAt(`${pointer}/field`)}
        isDisabled={isDisabled}
        onValue={(field) => onCondition({ ...condition, field: field ?? "" })}
      />
      <SelectField
        label={words.op}
        value={op}
        disabled={isDisabled}
        error={errorAt(`${pointer}/op`)}
        choices={ops.map((each) => ({ value: each, label: words.ops[each] }))}
        onValue={(chosen) => onCondition(withOperator(condition, chosen as TestOp))}
      />
      {operand && needs !== "nothing" && (
        <RuleField
          key={needs}
          input={{ path: operand, kind: needs === "pattern" ? "text" : needs }}
          value={condition[operand]}
          columns={[]}
          error={errorAt(`${pointer}/${operand}`)}
          isDisabled={isDisabled}
          onValue={(value) => onCondition(withValue(condition, operand, value))}
        />
      )}
      {op === "matches" && (
        <RuleField
          input={{ path: "ignore_case", kind: "flag" }}
          value={condition.ignore_case}
          columns={[]}
          error={undefined}
          isDisabled={isDisabled}
          onValue={(value) => onCondition(withValue(condition, "ignore_case", value))}
        />
      )}
    </>
  );
}
