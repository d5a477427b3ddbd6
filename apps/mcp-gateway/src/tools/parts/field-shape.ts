import type { Column } from "@skucast/contracts/channel-profiles/column";
import { partNamesOf } from "@skucast/contracts/channel-profiles/item-parts";
import { productFields } from "@skucast/contracts/products/product";
import { z } from "zod";

/** The members of a product that a write needs to set one field: `{"weight": {"value": "…", "unit": "…"}}`. */
export type FieldShape = Readonly<Record<string, unknown>>;

/**
 * What a product needs for a column to have a value, in the shape that a write takes, with `…` for each value. A column
 * without a field takes the custom attribute of its name, as text.
 */
export function fieldShapeOf(column: Column): FieldShape {
  const [field = "", ...members] = column.from?.split(".") ?? [];
  if (!isProductField(field)) return { custom_attributes: { [column.name]: textShape(column) } };
  if (column.type === "sale_window") return { sale_price_starts_at: "…", sale_price_ends_at: "…" };
  const schema = z.toJSONSchema(productFields[field], { io: "input" });
  return { [field]: members.length === 0 ? shapeOf(schema) : shapeWith(schema, members.join(".")) };
}

const isProductField = (name: string): name is keyof typeof productFields => Object.hasOwn(productFields, name);

type Schema = z.core.JSONSchema.BaseSchema;

/** A list has one entry, and an object its required members. */
function shapeOf(schema: Schema): unknown {
  if (schema.type === "array") return [shapeOf(itemIn(schema))];
  if (schema.type !== "object") return "…";
  if (schema.properties === undefined) return { "…": "…" };
  return membersOf(schema, needsAll(schema) ? Object.keys(schema.properties) : (schema.required ?? []));
}

/** The same with a member, or with the entries up to a position. */
function shapeWith(schema: Schema, member: string): unknown {
  if (schema.type === "array") return Array.from({ length: Number(member) + 1 }, () => shapeOf(itemIn(schema)));
  if (schema.properties === undefined) return { [member]: "…" };
  return { ...membersOf(schema, [member]), ...(shapeOf(schema) as object) };
}

const membersOf = ({ properties = {} }: Schema, names: readonly string[]): object =>
  Object.fromEntries(names.map((name) => [name, shapeOf(properties[name] as Schema)]));

/** No single size is required, but one alone is not a size. */
const needsAll = ({ properties = {} }: Schema): boolean => "length" in properties;

const itemIn = ({ items }: Schema): Schema => items as Schema;

/** A custom attribute that is an entry of several parts or an object says so next to the value. */
function textShape(column: Column): string {
  const parts = partNamesOf(column);
  if (parts !== undefined) return `… (${parts.join(":")})`;
  return column.type === "object" ? "… (JSON)" : "…";
}
