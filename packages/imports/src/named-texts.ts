import { memberAt } from "./member-at.js";
import type { RawRow } from "./row.js";

/** The attribute of an XML element with the name of what is in it: `<param name="Color">Red</param>`. */
export const NAME_OF = "@name";

/**
 * Elements that each have a name in an attribute, as the text of one cell: `Color="Red",Size="M"`. Undefined if the elements
 * of a column have none.
 */
export function namedTexts(
  members: NonNullable<RawRow["members"]>,
  column: string,
  value: unknown,
): string | undefined {
  const [names, values] = [memberAt(members, `${column}${NAME_OF}`), value].map((one) =>
    Array.isArray(one) ? one : [one],
  ) as [unknown[], unknown[]];
  if (names.length !== values.length || !names.every((name) => typeof name === "string")) return undefined;
  return names
    .map((name, i) => `${String(name).replace(/[,|;\n="]+/g, " ")}="${String(values[i] ?? "").replaceAll('"', '""')}"`)
    .join(",");
}
