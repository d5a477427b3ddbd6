import { GROUP_OPS } from "@skucast/contracts/channels/condition";
import { LIMITS } from "@skucast/contracts/limits";
import { Button } from "../../../components/button.js";
import { SelectField } from "../../../forms/field.js";
import { texts } from "../../../texts/texts.js";
import { ConditionRow } from "./condition-row.js";
import type { DraftCondition, TestOp } from "./draft-condition.js";
import { replaceEntry } from "./draft-rule.js";

const words = texts.rules;
type GroupOp = (typeof GROUP_OPS)[number];

export interface ConditionListProps {
  readonly legend: string;
  readonly conditions: readonly DraftCondition[];
  /** The operators that comparisons may have. */
  readonly ops: readonly TestOp[];
  /** The condition that is added. */
  readonly added: DraftCondition;
  /** JSON pointer of the conditions, to find their errors. */
  readonly pointer: string;
  readonly errorAt: (pointer: string) => string | undefined;
  readonly isDisabled: boolean;
  /** Whether the last condition can be removed. */
  readonly isOptional?: boolean;
  /** How many groups contain this list. */
  readonly depth?: number;
  readonly onConditions: (conditions: readonly DraftCondition[]) => void;
}

/** Conditions, and groups of conditions of which all, any or none must be met. */
export function ConditionList(props: ConditionListProps) {
  const {
    legend,
    conditions,
    added,
    pointer,
    errorAt,
    isDisabled,
    isOptional = false,
    depth = 0,
    onConditions,
  } = props;
  const canRemove = !isDisabled && (isOptional || conditions.length > 1);
  const isInside = conditions.some((_, index) => errorAt(`${pointer}/${index}`) !== undefined);
  const ownError = isInside ? undefined : errorAt(pointer);
  return (
    <fieldset>
      <legend>{legend}</legend>
      {conditions.map((condition, index) => {
        const change = (changed: DraftCondition) => onConditions(replaceEntry(conditions, index, changed));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no ids.
          <div className={condition.conditions ? "condition-group" : "condition"} key={index}>
            {condition.conditions ? (
              <Group {...props} condition={condition} pointer={`${pointer}/${index}`} onCondition={change} />
            ) : (
              <ConditionRow {...props} condition={condition} pointer={`${pointer}/${index}`} onCondition={change} />
            )}
            {canRemove && (
              <Button
                kind="quiet"
                aria-label={condition.conditions ? words.removeGroup(index + 1) : words.removeCondition(index + 1)}
                onClick={() => onConditions(replaceEntry(conditions, index))}
              >
                ×
              </Button>
            )}
          </div>
        );
      })}
      {ownError && conditions.length > 0 && <p className="field-error">{ownError}</p>}
      {!isDisabled && (
        <div className="actions">
          <Button kind="quiet" onClick={() => onConditions([...conditions, added])}>
            {words.addCondition}
          </Button>
          {depth < LIMITS.conditionDepthMax && (
            <Button kind="quiet" onClick={() => onConditions([...conditions, { op: "or", conditions: [added] }])}>
              {words.addGroup}
            </Button>
          )}
        </div>
      )}
    </fieldset>
  );
}

interface GroupProps extends ConditionListProps {
  readonly condition: DraftCondition;
  readonly onCondition: (condition: DraftCondition) => void;
}

function Group({ condition, onCondition, pointer, depth = 0, ...props }: GroupProps) {
  return (
    <>
      <SelectField
        label={words.group}
        value={condition.op}
        disabled={props.isDisabled}
        error={props.errorAt(`${pointer}/op`)}
        choices={GROUP_OPS.map((op) => ({ value: op, label: words.groups[op] }))}
        onValue={(op) => onCondition({ ...condition, op: op as GroupOp })}
      />
      <ConditionList
        {...props}
        legend={words.groupConditions}
        conditions={condition.conditions ?? []}
        pointer={`${pointer}/conditions`}
        isOptional={false}
        depth={depth + 1}
        onConditions={(conditions) => onCondition({ ...condition, conditions })}
      />
    </>
  );
}
