import { lengthIn } from "@skucast/contracts/products/lengths";
import type { Draft } from "./draft.js";
import { isMembers } from "./set-member.js";
import { rejectText } from "./setter.js";

interface Side {
  readonly field: string;
  readonly side: string;
  readonly value: number;
  readonly unit: string;
  readonly text: string;
}

/** Writes a side of a product or package, in the unit of the sides before it. */
export function putSide(draft: Draft, { field, side, value, unit, text }: Side): void {
  const present = draft.body[field];
  const sides = isMembers(present) ? present : {};
  const all = typeof sides.unit === "string" ? sides.unit : unit;
  const length = all === unit ? value : lengthIn(value, unit, all);
  if (length !== undefined) draft.body[field] = { ...sides, [side]: length, unit: all };
  else {
    const message = `must be in a unit of length, as the other sides in ${all}`;
    rejectText(draft, text, { pointer: `/${field}/${side}`, message });
  }
}
