import { memberAt } from "../member-at.js";
import { OF_A_SHOP, PRICED, productScore } from "../recognize-product.js";
import { findObject } from "./json-objects.js";

type Members = Readonly<Record<string, unknown>>;

/**
 * The path of the product in a JSON document that has only one, such as `{"product": {…}}`, the answer of a shop's API: an
 * object around the rows at `rows` that is a product itself, with its variants or images in these rows. With `isGiven` only
 * the object at the path. Undefined if there is none.
 */
export function findJsonProduct(text: string, rows: string | undefined, isGiven: boolean): string | undefined {
  const document = objectIn(text);
  if (document === undefined || rows === undefined) return undefined;
  const names = rows.split("/").filter(Boolean);
  const offered = isGiven ? -1 : names.findIndex((name, i) => isOfOffers(at(document, names.slice(0, i)), name));
  if (offered >= 0) return `/${names.slice(0, offered).join("/")}`;
  const inRows = isGiven ? 0 : scoreOf(firstAt(document, names));
  const lengths = isGiven ? [names.length] : [...names.keys()];
  const found = lengths.map((length) => ({ length, score: scoreOf(at(document, names.slice(0, length))) }));
  const best = found.reduce((one, other) => (isBetter(other.score, one.score) ? other : one), { length: 0, score: 0 });
  const isProduct = best.score >= OF_A_SHOP || (best.score >= SCORE_MIN && best.score > inRows);
  return isProduct ? `/${names.slice(0, best.length).join("/")}` : undefined;
}

/** Whether an object is a product of schema.org whose offers are the rows: it has what they lack, such as the title. */
function isOfOffers(value: unknown, list: string): boolean {
  const types = [membersOf(value)?.["@type"]].flat().map(String);
  return (
    list === "offers" && types.some((type) => /(?:^|[/:])(?:IndividualProduct|Product(?:Model|Group)?)$/.test(type))
  );
}

/** An object with an id and a name may be a page or a shop; a product has more fields. */
const SCORE_MIN = 3;

/**
 * Of two equal objects the inner one, because its members are also found by their path from outside; but the outer one if
 * it has the form of a shop's product, whose content may be in an inner object.
 */
const isBetter = (score: number, before: number): boolean => score > before || (score === before && score < OF_A_SHOP);

/** Whether the list at a path has products with prices, and the document around it is none. */
export const hasProductsAt = (document: Members, rows: string): boolean => {
  const inRows = scoreOf(firstAt(document, rows.split("/").filter(Boolean)));
  return inRows >= PRICED && productScore(document) < inRows;
};

/** The object in a document; the first one if others follow it. */
function objectIn(sent: string): Members | undefined {
  const text = sent.replace(/^\ufeff/, "");
  try {
    return membersOf(JSON.parse(text));
  } catch {
    const end = endOfObject(text);
    return end === undefined || end === text.length ? undefined : objectIn(text.slice(0, end));
  }
}

/** Where the object with which a text begins ends; undefined if the text has only its beginning. */
export const endOfObject = (text: string): number | undefined => findObject(text, text.indexOf("{"))?.end;

const membersOf = (value: unknown): Members | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : undefined;
const scoreOf = (value: unknown): number => productScore(membersOf(value) ?? {});
const at = (document: Members, path: readonly string[]): unknown =>
  path.length === 0 ? document : memberAt(document, path.join("/"));

/** The first item of the list at a path. */
function firstAt(document: Members, path: readonly string[]): unknown {
  const value = at(document, path);
  return Array.isArray(value) ? value[0] : undefined;
}
