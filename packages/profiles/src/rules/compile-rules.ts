import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { ChannelRule, SimpleRule } from "@skucast/contracts/channels/rule";
import { LIMITS } from "@skucast/contracts/limits";
import type { Cell, StoredProduct } from "../channel/cell.js";
import { error, type RowIssue } from "../channel/issue.js";
import { readValue } from "../channel/read-value.js";
import { compileChange } from "./compile-change.js";
import { compileConditions } from "./condition.js";
import type { RuleResult } from "./rule-result.js";

/** Changes the cells of a mapped row, and adds an issue for each rule that fails. */
export type ApplyRules = (cells: Cell[], product: StoredProduct, issues: RowIssue[]) => void;

/** A row that rules are being applied to. */
interface RowWork {
  readonly cells: Cell[];
  readonly product: StoredProduct;
  readonly issues: RowIssue[];
  /** How many characters rules may still read and produce; below zero the remaining rules are skipped. */
  charactersLeft: number;
}

/** Applies one rule; returns whether it matched: its condition was met, or it produced a value. */
type ApplyRule = (work: RowWork) => boolean;

/** Counts for one rule over all rows. */
export interface RuleTally {
  /** Rows that it matched: its condition was met, or it produced a value. */
  matched: number;
  /** Rows that it changed. */
  changed: number;
  /** Rows for which it produced no valid value: they are left out of the file. */
  failed: number;
}

/** Compiles a channel's rules in their order; undefined when it has none. `tallies`, one for each rule, are updated if given. */
export function compileRules(
  rules: readonly ChannelRule[],
  columns: readonly Column[],
  currency: string,
  tallies?: readonly RuleTally[],
): ApplyRules | undefined {
  if (rules.length === 0) return undefined;
  const steps = rules.map((rule, place) => {
    const step = compileRule(rule, columns, currency);
    const tally = tallies?.[place];
    return tally ? counted(step, tally) : step;
  });
  return (cells, product, issues) => {
    const work = { cells, product, issues, charactersLeft: LIMITS.ruleCharactersPerRowMax };
    for (const step of steps) step(work);
  };
}

function counted(step: ApplyRule, tally: RuleTally): ApplyRule {
  return (work) => {
    const { cells, issues } = work;
    const before = [...cells];
    const issueCount = issues.length;
    const isMatched = step(work);
    if (isMatched) tally.matched += 1;
    if (issues.length > issueCount) tally.failed += 1;
    if (before.length !== cells.length || before.some((cell, place) => cell !== cells[place])) tally.changed += 1;
    return isMatched;
  };
}

function compileRule(rule: ChannelRule, columns: readonly Column[], currency: string): ApplyRule {
  if (rule.type !== "if") return compileSimple(rule, columns, currency);
  const holds = compileConditions(rule.when, columns);
  const [rules, otherwise] = [rule.rules, rule.otherwise ?? []].map((branch) =>
    branch.map((inner) => compileSimple(inner, columns, currency)),
  );
  return (work) => {
    if (work.charactersLeft < 0) return false;
    const isMet = holds(work.cells, work.product);
    for (const step of (isMet ? rules : otherwise) ?? []) step(work);
    return isMet;
  };
}

/** A rule for a column that the profile does not have does nothing; such rules are rejected when they are saved. */
function compileSimple(rule: SimpleRule, columns: readonly Column[], currency: string): ApplyRule {
  const place = columns.findIndex(({ name }) => name === rule.field);
  const column = columns[place];
  if (column === undefined) return () => false;
  const change = compileChange(rule, columns, currency);
  const ownLength = rule.type === "template" ? rule.template.length : 0;
  return (work) => {
    if (work.charactersLeft < 0) return false;
    const { cells, product, issues } = work;
    const result = change(cells[place], cells, product);
    work.charactersLeft -= ownLength + charactersOf(cells[place], result);
    if (work.charactersLeft < 0) issues.push(failed(column, OUT_OF_BUDGET));
    else if (result.type === "kept") return false;
    else if (result.type === "emptied") cells[place] = undefined;
    else if (result.type === "failed") issues.push(failed(column, result));
    else {
      const cell = readValue(column, result.text, currency);
      if (cell === undefined && result.text.trim() !== "") {
        issues.push(failed(column, { why: `produces no valid ${column.type.replaceAll("_", " ")}` }));
      } else cells[place] = cell;
    }
    return true;
  };

  function failed({ name }: Column, { why }: Pick<RuleResult & { type: "failed" }, "why">): RowIssue {
    return error("rule_failed", name, `the ${rule.type.replaceAll("_", " ")} rule ${why}`);
  }
}

const OUT_OF_BUDGET = {
  why: `was not applied: the rules before it used up the ${LIMITS.ruleCharactersPerRowMax} characters that rules may process in a row; use fewer rules or shorter texts`,
};

/** The cost of a rule in addition to its own text: the text that it read, and the one that it produced or gave up. */
function charactersOf(read: Cell, result: RuleResult): number {
  const readLength = typeof read === "string" ? read.length : 0;
  if (result.type === "text") return readLength + result.text.length;
  return result.type === "failed" ? readLength + LIMITS.ruleTextLengthMax : readLength;
}
