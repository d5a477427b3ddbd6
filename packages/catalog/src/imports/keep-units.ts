import { lengthIn } from "@skucast/contracts/products/lengths";
import type { ProductContent, ProductUpsert } from "@skucast/contracts/products/product";

const FIELDS = ["dimensions", "package_dimensions"] as const;
const SIDES = ["length", "width", "height"] as const;

type Sizes = Partial<Pick<ProductUpsert, (typeof FIELDS)[number]>>;

/**
 * The sides of a row in the unit of the stored ones if it does not have all of them: a side that it does not name keeps its
 * unit. Undefined if there is nothing to convert.
 */
export function inStoredUnits(body: ProductUpsert, content: ProductContent): Sizes | undefined {
  const converted = FIELDS.flatMap((field) => {
    const sizes = inUnitOf(body[field], content[field]);
    return sizes === undefined ? [] : [[field, sizes] as const];
  });
  return converted.length === 0 ? undefined : Object.fromEntries(converted);
}

type Given = ProductUpsert["dimensions"];

function inUnitOf(given: Given, stored: ProductContent["dimensions"]): Given | undefined {
  if (!given || !stored || given.unit === undefined || given.unit === null || given.unit === stored.unit)
    return undefined;
  if (SIDES.every((side) => side in given || !(side in stored))) return undefined;
  const { unit } = given;
  const sides = SIDES.flatMap((side) => {
    const value = given[side];
    return typeof value === "number" ? [[side, lengthIn(value, unit, stored.unit) ?? value] as const] : [];
  });
  return { ...given, ...Object.fromEntries(sides), unit: stored.unit };
}
