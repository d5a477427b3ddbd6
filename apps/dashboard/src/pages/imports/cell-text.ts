import { numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";

/** Words for values of fields with fixed values. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>> | undefined>> = {
  availability: texts.products.availabilities,
  condition: texts.products.conditions,
  status: texts.products.statuses,
};

/** A value of a product as people read it: `In stock`, `900 g`, `Color: Black`, `new, autumn`. */
export function cellText(field: string, value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return WORDS[field]?.[value] ?? value;
  if (typeof value === "number") return numberText(value);
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.map((item) => cellText(field, item)).join(", ");
  const { value: amount, unit, ...others } = value as Readonly<Record<string, unknown>>;
  if (typeof amount === "number" && typeof unit === "string" && Object.keys(others).length === 0)
    return `${numberText(amount)} ${unit}`;
  return Object.entries(value)
    .map(([name, member]) => `${name}: ${cellText(field, member)}`)
    .join(", ");
}
