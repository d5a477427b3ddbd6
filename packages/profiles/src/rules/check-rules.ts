import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { Channel } from "@skucast/contracts/channels/channel";
import type { RuleCondition } from "@skucast/contracts/channels/condition";
import { type ChannelRule, type SimpleRule, simpleRulesOf } from "@skucast/contracts/channels/rule";
import { firstFaults } from "@skucast/contracts/first-faults";
import { LIMITS } from "@skucast/contracts/limits";
import { nearestName } from "@skucast/contracts/nearest";
import type { Fault } from "@skucast/contracts/problem";
import type { PossibleValues } from "@skucast/contracts/products/possible-values";
import { checkValueFor } from "../channel/check-value.js";
import { kindOf } from "../channel/column-kinds.js";
import { readValue } from "../channel/read-value.js";
import { hasForeignAmount } from "../channel/settle-prices.js";
import { hasForm, valueFormFor } from "../channel/value-forms.js";
import { type ProfileChoice, profileOf } from "../profiles/profile-of.js";
import { minorOf } from "./adjust-price.js";
import { impossibleInRule, neverEqual } from "./check-conditions.js";
import { checkReference } from "./check-reference.js";
import { checkTemplate } from "./check-template.js";
import { isGroup } from "./condition.js";
import { countPatterns } from "./count-patterns.js";
import { compilePattern, largestGroupIn, patternFault } from "./pattern.js";
import { possibleValuesOf } from "./possible-values.js";

/** What the rules are checked against. */
interface RuleContext {
  readonly profile: string;
  readonly columns: readonly Column[];
  readonly market: Channel["market"];
  /** Whether the profile is the workspace's own. */
  readonly own: boolean;
  /**
   * Whether the rules are stored already: conditions that no row meets, and values that a column does not take, are rejected
   * only when they are written.
   */
  readonly areStored: boolean;
  /** The columns that earlier rules may have changed. */
  readonly written: ReadonlySet<string>;
}

type CheckedChannel = ProfileChoice & Pick<Channel, "market" | "rules">;

/** The errors of a channel's rules against its profile, each with its position. Rules without errors can be stored and run. */
export function checkRules(
  { market, rules, ...choice }: CheckedChannel,
  { areStored = false }: { readonly areStored?: boolean } = {},
): Fault[] {
  // Counted first: to compile thousands of them, only to report their errors, would block the process.
  const patternCount = countPatterns(rules);
  if (patternCount > LIMITS.rulePatternsMax) return [tooManyPatterns(patternCount)];
  const { columns } = profileOf({ ...choice, rules });
  const context = {
    profile: choice.profile,
    columns,
    market,
    own: choice.definition != null,
    areStored,
  };
  const written = new Set<string>();
  return firstFaults(rules, (rule, place) => {
    const faults = ruleFaults(rule, `/rules/${place}`, { ...context, written });
    for (const { field } of simpleRulesOf([rule])) written.add(field);
    return faults;
  });
}

const tooManyPatterns = (count: number): Fault => ({
  pointer: "/rules",
  code: "too_big",
  message: `have ${count} regular expressions of at most ${LIMITS.rulePatternsMax}; use lookups, or join expressions with |`,
});

function ruleFaults(rule: ChannelRule, pointer: string, context: RuleContext): Fault[] {
  if (rule.type !== "if" && rule.type !== "exclude") return simpleFaults(rule, pointer, context);
  const conditions = whenFaults(rule.when, `${pointer}/when`, context);
  if (rule.type === "exclude") return conditions;
  const fields = simpleRulesOf([rule]).map(({ field }) => field);
  const inBranch = { ...context, written: new Set([...context.written, ...fields]) };
  const branches = firstFaults(["rules", "otherwise"] as const, (branch) =>
    firstFaults(rule[branch] ?? [], (inner, place) => simpleFaults(inner, `${pointer}/${branch}/${place}`, inBranch)),
  );
  return [...conditions, ...branches];
}

/** Conditions that can be evaluated are examined for what no row meets. */
function whenFaults(
  when: readonly RuleCondition[],
  pointer: string,
  { columns, areStored, written }: RuleContext,
): Fault[] {
  const faults = conditionFaults(when, pointer, columns);
  return faults.length > 0 || areStored ? faults : impossibleInRule(when, pointer, { columns, written });
}

function conditionFaults(conditions: readonly RuleCondition[], pointer: string, columns: readonly Column[]): Fault[] {
  return firstFaults(conditions, (condition, place) => {
    const at = `${pointer}/${place}`;
    if (isGroup(condition)) return conditionFaults(condition.conditions, `${at}/conditions`, columns);
    const reference = checkReference(condition.field, `${at}/field`, columns);
    return condition.op === "matches" ? [...reference, ...patternFaults(condition, at)] : reference;
  });
}

function patternFaults(source: Parameters<typeof patternFault>[0], pointer: string): Fault[] {
  const message = patternFault(source);
  return message === undefined ? [] : [{ pointer: `${pointer}/pattern`, code: "invalid_pattern", message }];
}

function replacementFaults(rule: SimpleRule & { type: "replace_pattern" }, pointer: string): Fault[] {
  const faults = patternFaults(rule, pointer);
  if (faults.length > 0) return faults;
  const { groups } = compilePattern(rule);
  if (largestGroupIn(rule.replace_with) <= groups) return [];
  const message = `names the group $${largestGroupIn(rule.replace_with)}, but the pattern has ${groups}; write $$ for a dollar`;
  return [{ pointer: `${pointer}/replace_with`, code: "invalid_pattern", message }];
}

function simpleFaults(rule: SimpleRule, pointer: string, context: RuleContext): Fault[] {
  const { profile, columns, market } = context;
  const column = columns.find(({ name }) => name === rule.field);
  if (column === undefined) {
    const near = columns.find(({ from }) => from === rule.field)?.name ?? nearestName(rule.field, names(columns));
    const message = `is not a column of ${profile}${near ? `; did you mean ${near}?` : ""}`;
    return [{ pointer: `${pointer}/field`, code: "unknown_column", message }];
  }
  const idFault = column.from === "sku" ? sameIdFault(rule, column) : undefined;
  if (idFault) return [{ pointer: `${pointer}${idFault.at}`, code: "not_allowed", message: idFault.message }];
  const given = (text: string, at: string): Fault[] => valueFaults(column, text, `${pointer}${at}`, context);
  switch (rule.type) {
    case "constant":
      return given(rule.value, "/value");
    case "template":
      return checkTemplate(rule.template, `${pointer}/template`, columns);
    case "lookup":
      return [
        ...(rule.from === undefined ? [] : checkReference(rule.from, `${pointer}/from`, columns)),
        ...entryFaults(rule, pointer, context),
        ...(typeof rule.otherwise === "string" ? given(rule.otherwise, "/otherwise") : []),
      ];
    case "lookup_table":
      return [
        ...(rule.from === undefined ? [] : checkReference(rule.from, `${pointer}/from`, columns)),
        ...(typeof rule.otherwise === "string" ? given(rule.otherwise, "/otherwise") : []),
      ];
    case "adjust_price":
      return priceFaults(rule, column, pointer, market.currency);
    case "replace_pattern":
      return replacementFaults(rule, pointer);
    case "replace":
    case "truncate":
    case "strip_html":
      return [];
  }
}

function entryFaults(
  { field, from, table }: SimpleRule & { type: "lookup" },
  pointer: string,
  context: RuleContext,
): Fault[] {
  const { columns, written, areStored } = context;
  const column = columns.find(({ name }) => name === field);
  const values = possibleValuesOf(from ?? field, columns, written);
  return firstFaults(Object.entries(table), ([key, text]) => {
    const at = `${pointer}/table/${escaped(key)}`;
    const faults = column === undefined ? [] : valueFaults(column, text, at, context);
    return faults.length > 0 || areStored ? faults : keyFaults(key, at, values);
  });
}

/** The error of an entry of a lookup for a value that its field never has. */
function keyFaults(key: string, pointer: string, values: PossibleValues): Fault[] {
  const reason = neverEqual(key, values);
  return reason === undefined
    ? []
    : [{ pointer, code: "never_true", message: `is never looked up: the key ${reason}` }];
}

/** To a partner, rows with the same id are one product: a rule that can give several products one id is rejected. */
function sameIdFault(rule: SimpleRule, { name }: Column): { at: string; message: string } | undefined {
  if (rule.type === "constant") {
    return {
      at: "/field",
      message: `would give every product the same ${name}; use a lookup to set it for single products`,
    };
  }
  if (rule.type === "lookup_table") {
    return { at: "/type", message: `must be lookup, because a lookup table can give several products one ${name}` };
  }
  if (rule.type !== "lookup") return undefined;
  if (rule.from !== undefined && rule.from !== name && rule.from !== "product.sku") {
    return {
      at: "/from",
      message: `must be ${name} or product.sku, because several products may have the same value elsewhere`,
    };
  }
  if (typeof rule.otherwise === "string") {
    return { at: "/otherwise", message: `would give the same ${name} to every product that is not in the table` };
  }
  const values = Object.values(rule.table);
  const repeated = values.find((value, place) => values.indexOf(value) < place);
  return repeated === undefined
    ? undefined
    : { at: "/table", message: `must not give ${repeated} to more than one product` };
}

/** Rules that are stored already may have values that a later version does not take: rows are without them, with a warning. */
function valueFaults(column: Column, text: string, pointer: string, context: RuleContext): Fault[] {
  const { market, own, areStored } = context;
  const cell = readValue(column, text, market.currency);
  if (cell === undefined) {
    const message = `must be ${kindOf(column)}, the type of ${column.name}`;
    return [{ pointer, code: "invalid_value", message }];
  }
  const form = areStored ? undefined : valueFormFor(column, { own });
  if (form && !hasForm(form, cell)) return [{ pointer, code: "invalid_value", message: `must be ${form.what}` }];
  if (hasForeignAmount(column, cell, market)) {
    const message = `must be in ${market.currency}, the currency of the channel's market`;
    return [{ pointer, code: "invalid_value", message }];
  }
  const issue = checkValueFor(column)?.(cell);
  return issue?.severity === "error" ? [{ pointer, code: issue.code, message: issue.message }] : [];
}

function priceFaults(
  { percent, add, round }: SimpleRule & { type: "adjust_price" },
  { type }: Column,
  pointer: string,
  currency: string,
): Fault[] {
  if (type !== "money" && type !== "sale_money") {
    return [{ pointer: `${pointer}/field`, code: "not_allowed", message: "must be a money column, such as price" }];
  }
  if (percent === undefined && add === undefined && round === undefined) {
    return [{ pointer, code: "required", message: "needs at least one of percent, add and round" }];
  }
  const amounts = [
    ["/add", add],
    ["/round/step", round?.step],
    ["/round/less", round?.less],
  ] as const;
  return amounts.flatMap(([at, amount]) =>
    amount === undefined || minorOf(amount, currency) !== undefined
      ? []
      : [{ pointer: pointer + at, code: "too_many_decimals", message: `must not have more decimals than ${currency}` }],
  );
}

const names = (columns: readonly Column[]): string[] => columns.map(({ name }) => name);

const escaped = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");
