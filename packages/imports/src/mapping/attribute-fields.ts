import { readGtin } from "../values/gtin-text.js";
import { KNOWN_COLUMNS, plainName } from "./known-columns.js";

/** The fields of a product that shops also keep as attributes. */
const FIELDS: ReadonlySet<string> = new Set(["brand", "color", "size", "material", "gtin", "mpn"]);
const BY_NAME: ReadonlyMap<string, string> = new Map(
  KNOWN_COLUMNS.filter(([target]) => FIELDS.has(target))
    .flatMap(([target, names]) => names.map((name) => [name, target] as const))
    // An attribute such as this may be the supplier.
    .filter(([name]) => !name.startsWith("vendor"))
    // The first entry of a name counts.
    .toReversed(),
);

export interface AttributeField {
  readonly field: string;
  readonly value: string;
}

/** The field that an attribute fills by its name, such as `EAN` or `Hersteller`; undefined if it fills none. */
export function attributeField(name: string, value: string): AttributeField | undefined {
  const field = BY_NAME.get(plainName(name));
  if (field !== "gtin" || plainName(name) === field) return field === undefined ? undefined : { field, value };
  const gtin = readGtin(value);
  return GTIN.test(gtin) ? { field, value: gtin } : undefined;
}

const GTIN = /^(?:\d{8}|\d{12,14})$/;
