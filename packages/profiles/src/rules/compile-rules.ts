import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { ChannelRule, SimpleRule } from "@skucast/contracts/channels/rule";
import type { Cell, StoredProduct } from "../channel/cell.js";
import { error, type RowIssue } from "../channel/issue.js";
import { readValue } from "../channel/read-value.js";
import { compileChange, type Made } from "./compile-change.js";
import { compileConditions } from "./condition.js";

/** Changes the cells of a mapped row, and says what it could not. */
export type ApplyRules = (cells: Cell[], product: StoredProduct, issues: RowIssue[]) => void;

/** The channel's rules, one after the other; undefined when it has none. */
export function compileRules(
  rules: readonly ChannelRule[],
  columns: readonly Column[],
  currency: string,
): ApplyRules | undefined {
  if (rules.length === 0) return undefined;
  const steps = rules.map((rule) => compileRule(rule, columns, currency));
  return (cells, product, issues) => {
    for (const step of steps) step(cells, product, issues);
  };
}

function compileRule(rule: ChannelRule, columns: readonly Column[], currency: string): ApplyRules {
  if (rule.type !== "if") return compileSimple(rule, columns, currency);
  const holds = compileConditions(rule.when, columns);
  const [rules, otherwise] = [rule.rules, rule.otherwise ?? []].map((branch) =>
    compileRules(branch, columns, currency),
  );
  return (cells, product, issues) => (holds(cells, product) ? rules : otherwise)?.(cells, product, issues);
}

/** A rule for a column that the profile does not have does nothing: it is refused when it is saved. */
function compileSimple(rule: SimpleRule, columns: readonly Column[], currency: string): ApplyRules {
  const place = columns.findIndex(({ name }) => name === rule.field);
  const column = columns[place];
  if (column === undefined) return () => undefined;
  const change = compileChange(rule, columns, currency);
  return (cells, product, issues) => {
    const made = change(cells[place], cells, product);
    if (made.type === "kept") return;
    if (made.type === "emptied") cells[place] = undefined;
    else if (made.type === "failed") issues.push(failed(column, made));
    else {
      const cell = readValue(column, made.text, currency);
      if (cell === undefined && made.text.trim() !== "") {
        issues.push(failed(column, { why: `makes no usable ${column.type.replaceAll("_", " ")}` }));
      } else cells[place] = cell;
    }
  };

  function failed({ name }: Column, { why }: Pick<Made & { type: "failed" }, "why">): RowIssue {
    return error("rule_failed", name, `the ${rule.type.replaceAll("_", " ")} rule ${why}`);
  }
}
