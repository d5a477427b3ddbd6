import { DELIVERY_TIMES } from "@skucast/contracts/products/channel-fields";
import { GOOGLE_GROUPS } from "../presets/google-groups.js";
import { plainName } from "./known-columns.js";
import { optionsIn } from "./options-in.js";

/** A header that names the parts of its values: `shipping(country:price)`. */
export interface NamedParts {
  /** The plain name of the attribute: `shipping`. */
  readonly name: string;
  /** Puts the parts of each option in a cell in the order that they have without names. */
  inOrder(text: string): string;
}

/** How many parts an option has at least: without them, the price of a shipping option would not be its fourth part. */
const SHIPPING_PARTS_MIN = 4;
const SHIPPING = [
  "country",
  "region",
  "service",
  "price",
  ...DELIVERY_TIMES.map((name) => name.replace("_days", "_time")),
];
const HEADER = /^([^()]+)\(([^()]+)\)$/;

/**
 * Reads a header with Google's names of parts. Undefined for any other, and for one with parts that no field has.
 * https://support.google.com/merchants/answer/7052112
 */
export function namedParts(header: string): NamedParts | undefined {
  const [, attribute = "", list] = HEADER.exec(header.trim()) ?? [];
  if (list === undefined) return undefined;
  const name = plainName(attribute);
  const all = name === "shipping" ? SHIPPING : GOOGLE_GROUPS.get(name);
  const places = list.split(":").map((part) => all?.indexOf(plainName(part)) ?? -1);
  if (places.includes(-1)) return undefined;
  const countMin = name === "shipping" ? SHIPPING_PARTS_MIN : 0;
  const isInOrder = places.length >= countMin && places.every((place, i) => place === i);
  if (isInOrder) return { name, inOrder: (text) => text };
  return { name, inOrder: (text) => orderedIn(text, places, countMin) };
}

/** Text in which an option has fewer parts than the header names stays as it is: nothing says which ones it has. */
function orderedIn(text: string, places: readonly number[], countMin: number): string {
  const options = optionsIn(text).map((option) => option.split(":"));
  if (options.some((parts) => parts.length < places.length)) return text;
  const last = places.length - 1;
  return options
    .map((parts) => {
      const named = [...parts.slice(0, last), parts.slice(last).join(":")];
      const ordered = Array.from({ length: Math.max(...places) + 1 }, (_, place) => named[places.indexOf(place)] ?? "");
      while (ordered.length < countMin) ordered.push("");
      return ordered.join(":").replaceAll(",", "\\,");
    })
    .join(",");
}
