import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { RuleCondition } from "@skucast/contracts/channels/rule";
import type { Cell, StoredProduct } from "../channel/cell.js";
import { compileReference } from "./reference.js";

/** Whether a condition is met by a row. */
export type Holds = (cells: readonly Cell[], product: StoredProduct) => boolean;

/** Compiles conditions that must all be met. */
export function compileConditions(conditions: readonly RuleCondition[], columns: readonly Column[]): Holds {
  const tests = conditions.map((condition) => {
    const read = compileReference(condition.field, columns);
    const test = testOf(condition);
    return (cells: readonly Cell[], product: StoredProduct) => test(read(cells, product));
  });
  return (cells, product) => tests.every((test) => test(cells, product));
}

function testOf(condition: RuleCondition): (text: string | undefined) => boolean {
  switch (condition.op) {
    case "exists":
      return (text) => text !== undefined;
    case "missing":
      return (text) => text === undefined;
    case "equals": {
      const wanted = String(condition.value);
      return (text) => text === wanted;
    }
    case "not_equals": {
      const unwanted = String(condition.value);
      return (text) => text !== unwanted;
    }
    case "one_of": {
      const wanted = new Set(condition.values.map(String));
      return (text) => text !== undefined && wanted.has(text);
    }
    case "contains": {
      const part = condition.value.toLowerCase();
      return (text) => text?.toLowerCase().includes(part) ?? false;
    }
    case "above":
      return (text) => Number.parseFloat(text ?? "") > condition.value;
    case "below":
      return (text) => Number.parseFloat(text ?? "") < condition.value;
  }
}
