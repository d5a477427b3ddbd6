import type { ImportMapping, ImportRule } from "@skucast/contracts/imports/mapping";
import { AVAILABILITIES, CONDITIONS } from "@skucast/contracts/products/product";
import { KNOWN_COLUMNS, plainName } from "../mapping/known-columns.js";
import { FOR_SALE, OF_ANY_NAME, OF_PRODUCT, PREORDERED, STATE, VALUE_IN_OBJECT } from "../mapping/names-by-values.js";
import { MARK } from "../mapping/read-target.js";
import { ruleColumns, usedColumns } from "../mapping/rule-column.js";
import { NO_WORDS, readBoolean, readPublished, readWord } from "../values/words.js";
import { placeColumn } from "./ask-stores.js";
import { valueIn } from "./find-visibility.js";
import { isOfShop, type MappedRows } from "./mapped-rows.js";

/**
 * Maps the columns that say whether a product can be bought, next to a stock count or instead of one. One that only says
 * yes or no takes a product off sale; words such as `Agotado` are the availability. A column with a state, such as
 * `Estado`, is the condition, the status or the availability, as its values say.
 */
export function withForSale(read: MappedRows): ImportMapping {
  const { columns, rows } = read;
  if (isDecided(read)) return read.mapping;
  let mapping = withWordsOfStatus({ ...read, mapping: withCount(read) });
  for (const [place, column] of columns.entries()) {
    const isUsed = Object.values(mapping).some((rule) => ruleColumns(rule).includes(column));
    const kind = column === "" || isUsed ? undefined : kindOf(column);
    if (kind === undefined) continue;
    const cells = rows.filter(({ isSkipped, fault }) => !isSkipped && fault === undefined);
    const values = cells.flatMap((row) => valueIn(row, column, place));
    const found = { column, values: [...new Set(values)], hasEmpty: values.length < cells.length };
    mapping = { ...mapping, ...ADD[kind]({ ...found, read: { ...read, mapping } }) };
  }
  return mapping;
}

/**
 * Whether other columns say nothing more about what can be bought: what was sent decides alone, and so do the columns of a
 * known shop. What a store or a region sells is not what the online shop does.
 */
export const isDecided = ({ columns, mapping, given, preset = "none" }: MappedRows): boolean =>
  isOfShop(preset) || "purchasable" in given || placeColumn(columns, mapping) !== undefined;

interface Found {
  readonly column: string;
  readonly values: readonly string[];
  /** Whether rows have no value. */
  readonly hasEmpty: boolean;
  readonly read: MappedRows;
}

type Kind = "forSale" | "state" | "preordered" | "status";
type Rules = Readonly<Record<string, ImportRule>>;

const ADD: Readonly<Record<Kind, (found: Found) => Rules>> = {
  forSale: forSaleRules,
  state: stateRules,
  preordered: preorderRules,
  status: ({ column, values, read: { mapping, given } }) =>
    "status" in mapping || "status" in given || "published" in given || !values.some(isStatus)
      ? {}
      : { status: column },
};

/** What the name of a column says. */
function kindOf(column: string): Kind | undefined {
  const path = column.split(/[/@]/).map(wordsIn);
  const name = path.at(-1) ?? "";
  const object = path.at(-2);
  if (object === undefined || OF_PRODUCT.has(object)) {
    if (FOR_SALE.has(name)) return "forSale";
    if (PREORDERED.has(name)) return "preordered";
    if (object === undefined && STATE.has(name)) return "state";
  }
  if (object === undefined || path.length > 2 || !VALUE_IN_OBJECT.has(name)) return undefined;
  if (object === "status") return "status";
  return FOR_SALE.has(object) || (STOCKS.has(object) && STATE.has(name)) ? "forSale" : undefined;
}

const STOCKS: ReadonlySet<string> = new Set(["stock", "inventory"]);

/** A name as words, without those that all names of a file may have: `isProductAvailable` is `available`. */
const wordsIn = (name: string): string =>
  plainName(name.replace(/([a-z\d])(?=[A-Z])/g, "$1_").replace(/[łŁ]/g, "l"))
    .replace(/^(?:is|ist|est|es|e|jest|je)_(?=.)/, "")
    .replace(OF_ANY_NAME, "");

const isFlag = (value: string): boolean => MARK.test(value) || readBoolean(value) !== undefined;
const isNumber = (value: string): boolean => /^-?[\d.,]+$/.test(value);

const KNOWN: ReadonlySet<string> = new Set(AVAILABILITIES);
const KNOWN_CONDITIONS: ReadonlySet<string> = new Set(CONDITIONS);
const isStatus = (value: string): boolean => readPublished(value) !== undefined;
const isAvailability = (value: string): boolean => !isNumber(value) && KNOWN.has(readWord("availability", value) ?? "");
const isCondition = (value: string): boolean =>
  !isNumber(value) && KNOWN_CONDITIONS.has(readWord("condition", value) ?? "");
const isUsedGoods = (value: string): boolean => isCondition(value) && readWord("condition", value) !== "new";

const COUNTS = /^(?:stock(?:#.*)?|stock_by_source|inventory_quantity)$/;

function forSaleRules({ column, values, hasEmpty, read: { mapping, given } }: Found): Rules {
  if (values.length === 0) return {};
  if (!values.every(isFlag))
    return values.some(isAvailability) && !("availability" in given) ? { [free("availability", mapping)]: column } : {};
  const marks = values.filter((value) => MARK.test(value));
  // Where a column never says no, an empty cell does.
  const saysNo = values.some((value) => readBoolean(value) === false);
  const rule: ImportRule =
    marks.length === 0 && (saysNo || !hasEmpty)
      ? column
      : {
          column,
          ...(marks.length > 0 && { words: wordsFor(marks, "yes") }),
          ...(!saysNo && { default: "no" }),
        };
  const isElsewhere = "availability" in mapping || "availability" in given;
  const isCounted = Object.keys(mapping).some((target) => COUNTS.test(target));
  return { [isElsewhere || isCounted ? free("purchasable#", mapping) : "availability"]: rule };
}

/** A column such as `Estado`: its values say what it is, and may be several of these. */
function stateRules({ column, values, read: { mapping, given } }: Found): Rules {
  const states = values.filter((value) => isStatus(value));
  const sales = values.filter((value) => !isStatus(value) && isAvailability(value));
  const grades = values.filter((value) => !states.includes(value) && !sales.includes(value) && isCondition(value));
  if (values.length === 0 || (sales.length === 0 && grades.length === 0)) return {};
  const hasGrades = grades.some(isUsedGoods) || grades.length === values.length;
  const without = (...others: readonly (readonly string[])[]): ImportRule => {
    const blank = others.flat();
    return blank.length === 0 ? column : { column, words: wordsFor(blank, "") };
  };
  const mayGrade = hasGrades && !("condition" in mapping) && !("condition" in given);
  const mayHide = states.length > 0 && !("status" in given) && !("published" in given);
  return {
    ...(mayGrade && { condition: without(states, sales) }),
    ...(sales.length > 0 && !("availability" in given) && { [free("availability", mapping)]: without(states, grades) }),
    ...(mayHide && { [free("published#", mapping)]: without(sales, grades) }),
  };
}

/** Everything but no is a preorder. */
function preorderRules({ column, values, read: { mapping, given } }: Found): Rules {
  if (values.length === 0 || !values.every(isFlag) || "availability" in given) return {};
  const no = [...NO_WORDS, ...values.filter((value) => readBoolean(value) === false)];
  return { [free("availability#", mapping)]: { column, words: { ...wordsFor(no, ""), "*": "preorder" } } };
}

const COUNT_NAMES = KNOWN_COLUMNS.flatMap(([target, names]) => (target === "inventory_quantity" ? names : []));

/** Of two columns that are the stock by their names, the one with numbers is the count. */
function withCount({ columns, rows, mapping, given }: MappedRows): ImportMapping {
  const { stock } = mapping;
  if (typeof stock !== "string" || "stock" in given || kindOf(stock) !== "forSale") return mapping;
  const valuesOf = (column: string): string[] => rows.flatMap((row) => valueIn(row, column, columns.indexOf(column)));
  const said = valuesOf(stock);
  if (said.length === 0 || said.some((value) => isNumber(value) || readBoolean(value) === undefined)) return mapping;
  const used = usedColumns(mapping);
  const count = columns.find(
    (column) =>
      !used.has(column) &&
      COUNT_NAMES.includes(plainName(column)) &&
      valuesOf(column).length > 0 &&
      valuesOf(column).every(isNumber),
  );
  return count === undefined ? mapping : { ...mapping, stock: count };
}

/** A column that is the status by its name may say which products are sold out, too. */
function withWordsOfStatus({ columns, rows, mapping, given, preset = "none" }: MappedRows): ImportMapping {
  const { status } = mapping;
  if (preset !== "none" || typeof status !== "string" || "status" in given || "availability" in given) return mapping;
  const place = columns.indexOf(status);
  const values = [...new Set(rows.flatMap((row) => valueIn(row, status, place)))];
  const sales = values.filter((value) => !isStatus(value) && isAvailability(value));
  if (sales.length === 0) return mapping;
  const states = values.filter(isStatus);
  return {
    ...mapping,
    status: { column: status, words: wordsFor(sales, "") },
    [free("availability", mapping)]: states.length === 0 ? status : { column: status, words: wordsFor(states, "") },
  };
}

const WORDS_MAX = 90;
const wordsFor = (values: readonly string[], meaning: string): Record<string, string> =>
  Object.fromEntries(values.slice(0, WORDS_MAX).map((value) => [value.toLowerCase(), meaning]));

/** The numbers of the targets begin here: lower ones are those of columns that are known by their names. */
const FIRST_NUMBER = 100;

/** The target, or one with a number if the mapping has it. A target that ends with `#` always has a number. */
function free(target: string, mapping: ImportMapping): string {
  if (!target.endsWith("#") && !(target in mapping)) return target;
  const bare = target.replace("#", "");
  let number = FIRST_NUMBER;
  while (`${bare}#${number}` in mapping) number += 1;
  return `${bare}#${number}`;
}
