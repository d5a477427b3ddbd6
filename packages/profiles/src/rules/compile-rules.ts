import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { ChannelRule, SimpleRule } from "@skucast/contracts/channels/rule";
import { LIMITS } from "@skucast/contracts/limits";
import type { Cell, StoredProduct } from "../channel/cell.js";
import { error, type RowIssue } from "../channel/issue.js";
import { readValue } from "../channel/read-value.js";
import { compileChange } from "./compile-change.js";
import { compileConditions } from "./condition.js";
import type { Made } from "./made.js";

/** Changes the cells of a mapped row, and says what it could not. */
export type ApplyRules = (cells: Cell[], product: StoredProduct, issues: RowIssue[]) => void;

/** A row that rules are at work on. */
interface RowWork {
  readonly cells: Cell[];
  readonly product: StoredProduct;
  readonly issues: RowIssue[];
  /** What rules may still read and make of it; below zero the others are left out. */
  charactersLeft: number;
}

/** One rule; answers whether it had to do with the row: its condition held, or it made a value. */
type ApplyRule = (work: RowWork) => boolean;

/** What one rule did to the rows so far. */
export interface RuleTally {
  /** Rows that it had to do with: its condition held, or it made a value. */
  matched: number;
  /** Rows that are not what they were before it. */
  changed: number;
  /** Rows of which it could make no usable value: they are left out of the file. */
  failed: number;
}

/** The channel's rules, one after the other; undefined when it has none. `tallies`, one for each rule, are kept if given. */
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

/** A rule for a column that the profile does not have does nothing: it is refused when it is saved. */
function compileSimple(rule: SimpleRule, columns: readonly Column[], currency: string): ApplyRule {
  const place = columns.findIndex(({ name }) => name === rule.field);
  const column = columns[place];
  if (column === undefined) return () => false;
  const change = compileChange(rule, columns, currency);
  const ownLength = rule.type === "template" ? rule.template.length : 0;
  return (work) => {
    if (work.charactersLeft < 0) return false;
    const { cells, product, issues } = work;
    const made = change(cells[place], cells, product);
    work.charactersLeft -= ownLength + charactersOf(cells[place], made);
    if (work.charactersLeft < 0) issues.push(failed(column, WORN_OUT));
    else if (made.type === "kept") return false;
    else if (made.type === "emptied") cells[place] = undefined;
    else if (made.type === "failed") issues.push(failed(column, made));
    else {
      const cell = readValue(column, made.text, currency);
      if (cell === undefined && made.text.trim() !== "") {
        issues.push(failed(column, { why: `makes no usable ${column.type.replaceAll("_", " ")}` }));
      } else cells[place] = cell;
    }
    return true;
  };

  function failed({ name }: Column, { why }: Pick<Made & { type: "failed" }, "why">): RowIssue {
    return error("rule_failed", name, `the ${rule.type.replaceAll("_", " ")} rule ${why}`);
  }
}

const WORN_OUT = {
  why: `comes after rules that read and made ${LIMITS.ruleCharactersPerRowMax} characters of this row, as many as they may; use fewer rules or shorter texts`,
};

/** What a rule costs beside its own text: the text that it read, and the one that it made or gave up. */
function charactersOf(read: Cell, made: Made): number {
  const readLength = typeof read === "string" ? read.length : 0;
  if (made.type === "text") return readLength + made.text.length;
  return made.type === "failed" ? readLength + LIMITS.ruleTextLengthMax : readLength;
}
