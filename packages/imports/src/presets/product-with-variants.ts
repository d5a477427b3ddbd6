import { COLOR, SIZE } from "../mapping/settle.js";
import { listIn, type Members, membersIn, textIn } from "./preset.js";

/** The variants of a product. */
export const variantsIn = ({ variants }: Members): readonly Members[] => listIn(variants);

/** Options by name, and the fields of the color and the size. */
export function optionsFrom(pairs: readonly (readonly [name: unknown, value: unknown])[]): Members {
  const options = pairs.flatMap(([name, value]) => {
    const known = textIn(name);
    const chosen = textIn(value);
    return known === undefined || chosen === undefined ? [] : [[known, chosen] as const];
  });
  if (options.length === 0) return {};
  const chosenFor = (wanted: RegExp) => options.find(([name]) => wanted.test(name))?.[1];
  const color = chosenFor(COLOR);
  const size = chosenFor(SIZE);
  return {
    variant_options: Object.fromEntries(options),
    ...(color !== undefined && { color }),
    ...(size !== undefined && { size }),
  };
}

const FIELDS: ReadonlySet<string> = new Set(["brand", "color", "size", "gtin", "material", "gender"]);

/** Attributes by name, and the product's fields with the same names. */
export function attributesFrom(pairs: readonly (readonly [name: string, value: string])[]): Members {
  const fields = pairs
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => FIELDS.has(name));
  return pairs.length === 0 ? {} : { custom_attributes: Object.fromEntries(pairs), ...Object.fromEntries(fields) };
}

/** The price, and the sale price if it is lower; null ends an earlier sale. */
export function pricesFrom(amount: number | undefined, before: number | undefined): Members {
  if (amount === undefined) return {};
  return before !== undefined && before > amount
    ? { price_amount: before, sale_price_amount: amount }
    : { price_amount: amount, sale_price_amount: null };
}

/** A number, also if it is written as text. */
export function numberIn(value: unknown): number | undefined {
  if (typeof value !== "number" && textIn(value) === undefined) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** URLs of images, each an object or a text; the first ones first. */
export const imagesFrom = (...lists: readonly unknown[]): readonly string[] => [
  ...new Set(
    lists.flatMap((list) =>
      (Array.isArray(list) ? list : [list]).flatMap((image) => {
        const { url, src } = membersIn(image);
        return textIn(image) ?? textIn(url) ?? textIn(src) ?? [];
      }),
    ),
  ),
];
