import type { GivenMapping, ImportMapping, ImportRule } from "@skucast/contracts/imports/mapping";

/** Targets that can have several columns. Further columns get a number, such as `tag#1`. */
const REPEATABLE_TARGETS: readonly string[] = ["custom_label", "tag", "image"];
const METADATA = "metadata";

/** The targets that a column is mapped to. */
export const targetsOf = (mapping: ImportMapping, column: string): readonly string[] =>
  Object.entries(mapping).flatMap(([target, rule]) =>
    columnOf(rule) === column || otherwiseOf(rule).includes(column) ? [target] : [],
  );

interface Assignment {
  readonly column: string;
  /** Empty to ignore the column; `metadata` to store it under its own name. */
  readonly target: string;
}

/** Maps a column to a target. Null for its previous targets keeps the service from suggesting them again. */
export function assignColumn(
  given: GivenMapping,
  mapping: ImportMapping,
  { column, target }: Assignment,
): GivenMapping {
  const known = mapping[target];
  if (known !== undefined && otherwiseOf(known).includes(column)) return given;
  const next: GivenMapping = { ...given };
  for (const former of targetsOf(mapping, column)) next[former] = withoutColumn(mapping[former], column);
  if (target !== "") next[nameOf(target, column, mapping)] = column;
  return next;
}

/** Sets the same value for every row; an empty value removes it. */
export function setFixedValue(given: GivenMapping, field: string, value: string): GivenMapping {
  const { [field]: _former, ...rest } = given;
  return value === "" ? rest : { ...rest, [field]: { value } };
}

/** Fields with the same value for every row. */
export const fixedValuesOf = (given: GivenMapping): readonly (readonly [field: string, value: string])[] =>
  Object.entries(given).flatMap(([field, rule]) =>
    rule !== null && typeof rule === "object" && "value" in rule ? [[field, rule.value] as const] : [],
  );

function nameOf(target: string, column: string, mapping: ImportMapping): string {
  if (target === METADATA) return `${METADATA}.${toMetadataName(column)}`;
  const rule = mapping[target];
  if (!REPEATABLE_TARGETS.includes(target) || rule === undefined || columnOf(rule) === column) return target;
  const taken = Object.keys(mapping).filter((name) => name.split("#")[0] === target);
  return `${target}#${taken.length}`;
}

const toMetadataName = (column: string): string =>
  column
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "") || "column";

/** What remains of a rule without one of its columns: null if it reads no other. */
function withoutColumn(rule: ImportRule | undefined, column: string): ImportRule | null {
  if (rule === undefined || typeof rule === "string" || !("column" in rule)) return null;
  const { otherwise = [], ...others } = rule;
  const [first, ...more] = [rule.column, ...otherwise].filter((name) => name !== column);
  if (first === undefined) return null;
  return { ...others, column: first, ...(more.length > 0 && { otherwise: more }) };
}

const otherwiseOf = (rule: ImportRule): readonly string[] =>
  typeof rule === "object" && "column" in rule ? (rule.otherwise ?? []) : [];

function columnOf(rule: ImportRule): string | undefined {
  if (typeof rule === "string") return rule;
  return "column" in rule ? rule.column : undefined;
}
