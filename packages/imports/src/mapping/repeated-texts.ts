import { canonicalLanguage } from "@skucast/contracts/codes/schemas";
import { memberAt } from "../member-at.js";
import type { RawRow } from "../row.js";
import type { Draft } from "./draft.js";
import { LANGUAGE_ATTRIBUTES } from "./locale-columns.js";
import { isTextField } from "./read-field.js";
import { setMember } from "./set-member.js";

const TRANSLATED: ReadonlySet<string> = new Set(["title", "description", "color", "size", "material"]);

interface Repeated {
  readonly target: string;
  readonly column: string;
  readonly value: readonly unknown[];
  readonly members: NonNullable<RawRow["members"]>;
  /** Whether the rule asks for the first one. */
  readonly takesFirst: boolean;
}

/**
 * The value of a text field that a row has several times. If each has its language, as elements of XML with `xml:lang`, the
 * first one is the product's own text, and the others are its translations. Otherwise it is the list, unless the rule asks
 * for the first one, or the field is that of the category.
 */
export function oneOfTexts(draft: Draft, { target, column, value, members, takesFirst }: Repeated): unknown {
  if (!isTextField(target) && target !== "description") return value;
  const [own, ...others] = value;
  if (typeof own !== "string" || !value.every((text) => typeof text === "string")) return value;
  const languages = LANGUAGE_ATTRIBUTES.map((name) => memberAt(members, `${column}@${name}`)).find(Array.isArray);
  const isTranslated = TRANSLATED.has(target) && Array.isArray(languages) && new Set(languages).size === value.length;
  if (!isTranslated) return takesFirst || FIRST.has(target) ? own : value;
  for (const [i, text] of others.entries()) {
    const language = canonicalLanguage(String(languages[i + 1]));
    if (text !== "") setMember(draft, ["translations", language, target], text);
  }
  return own;
}

/** A product may have several categories, the most important one first; it has one field for them. */
const FIRST: ReadonlySet<string> = new Set(["product_category"]);
