import type { Column } from "@skucast/contracts/channel-profiles/column";

/**
 * Whether a column takes the custom attribute of its name: if it has no other source, if the profile says so, or if its
 * source is a place in a list, which may be empty although a later one is not.
 */
export const takesAttribute = ({ from, constant, template, takes_attribute }: Column): boolean =>
  constant === undefined &&
  template === undefined &&
  (from === undefined || takes_attribute === true || /\.\d+$/.test(from));
