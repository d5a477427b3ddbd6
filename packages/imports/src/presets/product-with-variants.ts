import { attributeField } from "../mapping/attribute-fields.js";
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

const EXACT: ReadonlySet<string> = new Set(["brand", "color", "size", "gtin", "material", "gender"]);

/** Attributes by name, and the product's fields that they fill. An attribute with the name of the field comes first. */
export function attributesFrom(pairs: readonly (readonly [name: string, value: string])[]): Members {
  if (pairs.length === 0) return {};
  const known = pairs.flatMap(([name, value]) => attributeField(name, value) ?? []);
  const exact = pairs.map(([name, value]) => [name.toLowerCase(), value] as const).filter(([name]) => EXACT.has(name));
  return {
    custom_attributes: Object.fromEntries(pairs),
    ...Object.fromEntries(known.toReversed().map(({ field, value }) => [field, value])),
    ...Object.fromEntries(exact),
  };
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

/** The images of a product. A shop that has a list of them says so if it is empty. */
export const imageFrom = (list: unknown, images: readonly string[]): Members =>
  images.length > 0 || Array.isArray(list) ? { image: images } : {};
