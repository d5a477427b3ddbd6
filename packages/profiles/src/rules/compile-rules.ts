import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { ChannelRule, SimpleRule } from "@skucast/contracts/channels/rule";
import { LIMITS } from "@skucast/contracts/limits";
import type { Cell, StoredProduct } from "../channel/cell.js";
import { kindOf } from "../channel/column-kinds.js";
import { error, type RowIssue } from "../channel/issue.js";
import { readValue } from "../channel/read-value.js";
import { type ChangeContext, compileChange } from "./compile-change.js";
import { compileConditions } from "./condition.js";
import { currencyKeeperFor } from "./keep-currency.js";
import { KEPT, type RuleResult } from "./rule-result.js";

/**
 * Changes the cells of a mapped row, and adds an issue for each rule that fails. Returns the reason of the rule that
 * excludes the product; undefined if none does.
 */
export type ApplyRules = (cells: Cell[], product: StoredProduct, issues: RowIssue[]) => string | undefined;

/** A row that rules are being applied to. */
interface RowWork {
  readonly cells: Cell[];
  readonly product: StoredProduct;
  readonly issues: RowIssue[];
  /** How many characters rules may still read and produce; below zero the remaining rules are skipped. */
  charactersLeft: number;
  /** The reason of an exclude rule; the remaining rules are skipped. */
  excluded: string | undefined;
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

interface RuleContext extends ChangeContext {
  readonly nowMs: number;
}

/** Compiles a channel's rules in their order; undefined when it has none. `tallies`, one for each rule, are updated if given. */
export function compileRules(
  rules: readonly ChannelRule[],
  context: RuleContext,
  tallies?: readonly RuleTally[],
): ApplyRules | undefined {
  if (rules.length === 0) return undefined;
  const steps = rules.map((rule, place) => {
    const step = compileRule(rule, context);
    const tally = tallies?.[place];
    return tally ? counted(step, tally) : step;
  });
  return (cells, product, issues) => {
    const charactersLeft = LIMITS.ruleCharactersPerRowMax;
    const work: RowWork = { cells, product, issues, charactersLeft, excluded: undefined };
    for (const step of steps) {
      step(work);
      if (work.excluded !== undefined) break;
    }
    return work.excluded;
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

function compileRule(rule: ChannelRule, context: RuleContext): ApplyRule {
  if (rule.type !== "if" && rule.type !== "exclude") return compileSimple(rule, context);
  const holds = compileConditions(rule.when, context);
  const steps = rule.type === "if" ? branchesOf(rule, context) : undefined;
  return (work) => {
    if (work.charactersLeft < 0) return false;
    const isMet = holds(work.cells, work.product, work);
    if (work.charactersLeft < 0) work.issues.push(failedRule(rule.type, "", OUT_OF_BUDGET));
    else if (rule.type === "exclude") work.excluded = isMet ? rule.reason : undefined;
    else for (const step of (isMet ? steps?.rules : steps?.otherwise) ?? []) step(work);
    return isMet;
  };
}

function branchesOf({ rules, otherwise = [] }: ChannelRule & { type: "if" }, context: RuleContext) {
  const [then, other] = [rules, otherwise].map((branch) => branch.map((inner) => compileSimple(inner, context)));
  return { rules: then, otherwise: other };
}

/** A rule for a column that the profile does not have does nothing; such rules are rejected when they are saved. */
function compileSimple(rule: SimpleRule, context: RuleContext): ApplyRule {
  const { columns, currency } = context;
  const place = columns.findIndex(({ name }) => name === rule.field);
  const column = columns[place];
  if (column === undefined) return () => false;
  const { change, weight } = compileChange(rule, context);
  const ownLength = rule.type === "template" ? rule.template.length : 0;
  const keepCurrency = currencyKeeperFor(rule, column, context);
  const constant = rule.type === "constant" ? readValue(column, rule.value, currency) : undefined;
  return (work) => {
    if (work.charactersLeft < 0) return false;
    const { cells, product, issues } = work;
    const spend = (characters: number): boolean => {
      work.charactersLeft -= characters;
      return work.charactersLeft >= 0;
    };
    work.charactersLeft -= ownLength + (weight === 0 ? 0 : weight * lengthOf(cells[place]));
    const result = work.charactersLeft < 0 ? KEPT : change(cells[place], cells, product, spend);
    work.charactersLeft -= charactersOf(cells[place], result);
    if (work.charactersLeft < 0) issues.push(failed(column, OUT_OF_BUDGET));
    else if (result.type === "kept") return false;
    else if (result.type === "emptied") cells[place] = undefined;
    else if (result.type === "failed") issues.push(failed(column, result));
    else if (result.type === "items") cells[place] = result.items;
    else {
      const cell = constant ?? readValue(column, result.text, currency);
      if (cell === undefined && result.text.trim() !== "") {
        issues.push(failed(column, { why: `produces a value that is not ${kindOf(column)}` }));
      } else cells[place] = keepCurrency ? keepCurrency({ cell, before: cells[place], cells, product }) : cell;
    }
    return true;
  };

  function failed({ name }: Column, reason: FailedReason): RowIssue {
    return failedRule(rule.type, name, reason);
  }
}

type FailedReason = Pick<RuleResult & { type: "failed" }, "why">;

const failedRule = (type: ChannelRule["type"], column: string, { why }: FailedReason): RowIssue =>
  error("rule_failed", column, `the ${type.replaceAll("_", " ")} rule ${why}`);

const OUT_OF_BUDGET = {
  why: `was not applied: the rules before it used up the ${LIMITS.ruleCharactersPerRowMax} characters that rules may process in a row; use fewer rules or shorter texts`,
};

/** The cost of a rule in addition to its own text: the text that it read, and the one that it produced or gave up. */
function charactersOf(read: Cell, result: RuleResult): number {
  const readLength = lengthOf(read);
  if (result.type === "text") return readLength + result.text.length;
  if (result.type === "items") return readLength + lengthOf(result.items);
  return result.type === "failed" ? readLength + LIMITS.ruleTextLengthMax : readLength;
}

function lengthOf(cell: Cell): number {
  if (typeof cell === "string") return cell.length;
  return Array.isArray(cell) ? cell.reduce<number>((sum, item) => sum + lengthOf(item as Cell), 0) : 0;
}
