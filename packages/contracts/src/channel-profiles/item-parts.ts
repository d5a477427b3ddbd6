import type { Column } from "./column.js";

const SHIPPING = ["country", "region", "service", "price"];
const TIMES = ["min_handling_time", "max_handling_time", "min_transit_time", "max_transit_time"];
const WITH_SPEED = ["country", "region", "service", "speed", "price"];

/** The names of the parts of a column's items, which are separated by colons; undefined if its items have none. */
export function partNamesOf({ type, parts, with_times, with_speed }: Column): readonly string[] | undefined {
  if (parts !== undefined) return parts;
  if (type === "variant_options") return ["name", "value"];
  if (type !== "shipping") return undefined;
  return with_times ? [...SHIPPING, ...TIMES] : with_speed ? WITH_SPEED : SHIPPING;
}

/** A colon between two parts: not one inside a time such as `T13:00:00+01:00`. */
const SEPARATOR = /(?<!T\d\d(?::\d\d)?(?:(?::\d\d)?(?:\.\d+)?[+-]\d\d)?(?=:\d\d)):/;

/** The parts of an item, at most `count`: the last one contains the rest with its colons. */
export function partsIn(item: string, count: number): string[] {
  const all = item.split(SEPARATOR);
  if (all.length <= count) return all;
  const start = all.slice(0, count - 1);
  let length = 0;
  for (const part of start) length += part.length + 1;
  return [...start, item.slice(length)];
}
