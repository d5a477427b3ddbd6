import { COLUMN_TYPES, type ColumnType } from "@skucast/contracts/channel-profiles/column";
import { isJsonObject } from "@skucast/contracts/merge-patch";
import { ATTRIBUTE_TYPES, COLUMN_SOURCES, TYPE_CHOICES } from "./column-sources.js";

/** A column that is being edited. Members that the form does not show stay as they are. */
export interface DraftColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly [member: string]: unknown;
}

/** Where a column's value comes from: a product field or its member, a custom attribute, a fixed value or a template. */
export type ColumnSource =
  | { readonly kind: "field"; readonly from: string }
  | { readonly kind: "attribute" | "constant" | "template"; readonly text: string };

const ATTRIBUTE = "custom_attributes.";

/** The columns of a definition as form values; null if one can be shown only as JSON. */
export function columnsIn({ columns }: Readonly<Record<string, unknown>>): readonly DraftColumn[] | null {
  if (!Array.isArray(columns)) return null;
  return columns.every(isColumn) ? columns : null;
}

function isColumn(value: unknown): value is DraftColumn {
  if (!isJsonObject(value)) return false;
  return typeof value.name === "string" && typeof value.type === "string" && Object.hasOwn(COLUMN_TYPES, value.type);
}

export function sourceOf({ name, from, constant, template }: DraftColumn): ColumnSource {
  if (typeof template === "string") return { kind: "template", text: template };
  if (typeof from === "string")
    return from.startsWith(ATTRIBUTE)
      ? { kind: "attribute", text: from.slice(ATTRIBUTE.length) }
      : { kind: "field", from };
  if (constant !== undefined) return { kind: "constant", text: String(constant) };
  return { kind: "attribute", text: name };
}

/** The column with another source, and with the kind that fits it. */
export function withSource(column: DraftColumn, source: ColumnSource): DraftColumn {
  const { from: _from, constant: _constant, template: _template, ...others } = column;
  if (source.kind === "field") return { ...others, type: typeOf(source.from) ?? column.type, from: source.from };
  if (source.kind === "attribute") {
    const isSame = sourceOf(column).kind === "attribute";
    return { ...others, type: isSame ? column.type : "text", from: ATTRIBUTE + source.text };
  }
  return { ...others, type: "text", [source.kind]: source.text };
}

const isOffered = (from: string): from is keyof typeof COLUMN_SOURCES => Object.hasOwn(COLUMN_SOURCES, from);
const typeOf = (from: string): ColumnType | undefined => (isOffered(from) ? COLUMN_SOURCES[from] : undefined);

/** The kinds that a column can have with its source; only its own if there is no choice. */
export function typesOf(column: DraftColumn): readonly ColumnType[] {
  const source = sourceOf(column);
  const usual = source.kind === "field" ? typeOf(source.from) : undefined;
  const known = source.kind === "attribute" ? ATTRIBUTE_TYPES : ((usual && TYPE_CHOICES[usual]) ?? []);
  return known.some((type) => type === column.type) ? known : [column.type, ...known];
}

/** What a column has only if its values are texts. */
const OF_TEXTS = ["max", "advised_max", "words", "allowed", "plain_text", "capitals", "placeholder"];

/** The column with another member; undefined removes it. */
export function withMember(column: DraftColumn, member: string, value: unknown): DraftColumn {
  const { [member]: _former, ...others } = column;
  return (value === undefined ? others : { ...column, [member]: value }) as DraftColumn;
}

/** A column of another kind, without what only texts have if it is not a text. */
export function ofType(column: DraftColumn, type: ColumnType): DraftColumn {
  if (type === "text" || type === "enum") return { ...column, type };
  const kept = Object.entries(column).filter(([member]) => !OF_TEXTS.includes(member));
  return { ...Object.fromEntries(kept), name: column.name, type };
}

/** A new column, with a name that no other has. */
export function newColumn(columns: readonly DraftColumn[]): DraftColumn {
  const names = new Set(columns.map(({ name }) => name));
  let number = columns.length + 1;
  while (names.has(`column_${number}`)) number += 1;
  return { name: `column_${number}`, header: "", type: "text", from: "sku" };
}

/** What the column is called in files. */
export const headerOf = ({ name, header }: DraftColumn): string => (typeof header === "string" ? header : name);
