import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { RowCheck } from "@skucast/contracts/channel-profiles/row-check";
import { countrySchema } from "@skucast/contracts/codes/schemas";
import { firstFaults } from "@skucast/contracts/first-faults";
import { nearestName } from "@skucast/contracts/nearest";
import type { Fault } from "@skucast/contracts/problem";

/** The errors of checks that name a column that the profile does not have, or that cannot work on the column. */
export function checkReferences({ columns, checks }: ProfileDefinition): Fault[] {
  return [
    ...unknownFaults(columns, checks),
    ...firstFaults(checks, (check, place) => useFaults(check, place, columns)),
  ];
}

function unknownFaults(columns: readonly Column[], checks: readonly RowCheck[]): Fault[] {
  const known = columns.map(({ name }) => name);
  return firstFaults(checks, (check, place) =>
    firstFaults(namesIn(check), ([at, name]): Fault[] => {
      if (known.includes(name)) return [];
      const near = nearestName(name, known);
      const message = `is not a column of the profile: ${name}${near ? `; did you mean ${near}?` : ""}`;
      return [{ pointer: `/checks/${place}/${at}`, code: "unknown_column", message }];
    }),
  );
}

function useFaults(check: RowCheck, place: number, columns: readonly Column[]): Fault[] {
  if (check.type === "only_in" || check.type === "needed_in_category") {
    return check.countries.flatMap((code, index): Fault[] => {
      const { error } = countrySchema.safeParse(code);
      if (error === undefined && code === code.toUpperCase()) return [];
      const message = error?.issues[0]?.message ?? `must be in upper case: ${code.toUpperCase()}`;
      return [{ pointer: `/checks/${place}/countries/${index}`, code: "not_allowed", message }];
    });
  }
  if (check.type !== "below") return [];
  return (["column", "than"] as const).flatMap((at): Fault[] => {
    const column = columns.find(({ name }) => name === check[at]);
    if (column === undefined || mayBeNumber(column)) return [];
    const message = `must be a column with numbers: ${column.name} has the type ${column.type}`;
    return [{ pointer: `/checks/${place}/${at}`, code: "not_allowed", message }];
  });
}

/** Text may be a number if it does not come from a field of the product whose content is known. */
const mayBeNumber = ({ type, from }: Column): boolean =>
  NUMBERS.has(type) || (type === "text" && (from === undefined || /^(?:custom_attributes|metadata)\./.test(from)));

const NUMBERS: ReadonlySet<Column["type"]> = new Set([
  "money",
  "sale_money",
  "shipping_money",
  "decimal",
  "decimal_text",
  "integer",
  "measure",
  "option_value",
]);

/** Each name of a column in a check, with its position. */
function namesIn(check: RowCheck): (readonly [at: string, name: string])[] {
  const listed = (columns: readonly string[]) => columns.map((name, i) => [`columns/${i}`, name] as const);
  switch (check.type) {
    case "below":
      return [
        ["column", check.column],
        ["than", check.than],
      ];
    case "paired":
      return listed(check.columns);
    case "different":
      return [
        ["column", check.column],
        ["from", check.from],
      ];
    case "implies":
      return [
        ["column", check.column],
        ["needs", check.needs],
      ];
    case "required_when":
      return [
        ["column", check.column],
        ["when/column", check.when.column],
        ...(check.unless_under ? [["unless_under/category", check.unless_under.category] as const] : []),
        ...(check.unless ? [["unless/column", check.unless.column] as const] : []),
      ];
    case "false_when":
    case "not_past":
      return [
        ["column", check.column],
        ["when/column", check.when.column],
      ];
    case "one_of":
      return [...listed(check.columns), ...(check.unless ? [["unless/column", check.unless.column] as const] : [])];
    case "needed_in_category":
      return [...listed(check.columns), ["category", check.category]];
    case "same_currency":
      return [
        ["column", check.column],
        ["as", check.as],
      ];
    case "base_measure":
      return [
        ["column", check.column],
        ["measure", check.measure],
      ];
    case "stock_agrees":
      return [
        ["column", check.column],
        ["availability", check.availability],
      ];
    case "decimals":
      return [];
    case "only_in":
    case "covers_country":
    case "members":
    case "within_days":
    case "not_expired":
    case "in_taxonomy":
      return [["column", check.column]];
  }
}
