import type { ImportRule } from "@skucast/contracts/imports/mapping";
import { cleaned } from "../values/cleaned.js";
import { identifierIn } from "../values/identifier-in.js";
import { partsOf, urlsOf, withPrefix } from "../values/parts.js";
import { plainText } from "../values/plain-text.js";
import { unavailabilityIn } from "../values/unavailable.js";

/** The rule of a column with its options. */
export type ColumnRule = Exclude<ImportRule, string | { readonly value: string }>;

/** The function that converts the text of a cell by its rule. */
export function textReader(target: string, { as, words, prefix = "" }: ColumnRule): (sent: string) => string {
  const isPlain = as === undefined && words === undefined && prefix === "";
  if (isPlain) return target === "gtin" || target === "mpn" ? identifierIn : cleaned;
  const said = words && new Map(Object.entries(words).map(([word, meaning]) => [word.trim().toLowerCase(), meaning]));
  const change = CONVERSIONS[as ?? "as_is"];
  const join = LINKS.test(target.split("#")[0] ?? "") ? withPrefix : (start: string, text: string) => start + text;
  const isList = LINK_LISTS.has(target.split("#")[0] ?? "");
  return (sent) => {
    const cell = change(cleaned(sent));
    const text = cell === "" ? cell : (said?.get(cell.toLowerCase()) ?? said?.get("*") ?? cell);
    if (text === "" || prefix === "") return text;
    return isList
      ? urlsOf(text)
          .map((url) => join(prefix, url))
          .join("\n")
      : join(prefix, text);
  };
}

/** Targets for links. */
const LINKS = /(?:^|[._])(?:urls?|image)$/;
const LINK_LISTS: ReadonlySet<string> = new Set(["image", "additional_image_urls"]);

const CONVERSIONS = {
  as_is: (text: string) => text,
  plain_text: plainText,
  unavailable: (text: string) => (unavailabilityIn(text) === undefined ? "" : "no"),
  first: (text: string) => urlsOf(text)[0] ?? partsOf(text)[0] ?? "",
} as const;
