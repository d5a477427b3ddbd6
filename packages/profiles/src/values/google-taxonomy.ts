import { nearest } from "@skucast/contracts/nearest";
import { GOOGLE_CATEGORIES, GOOGLE_TAXONOMY_VERSION } from "../generated/google-categories.js";

/** When Google published the taxonomy that values are compared with. */
export const TAXONOMY_VERSION = GOOGLE_TAXONOMY_VERSION;

interface Category {
  /** With all names, as Google writes it. */
  readonly path: string;
  readonly children: Map<string, Category>;
}

interface Taxonomy {
  readonly ids: ReadonlySet<string>;
  readonly roots: Map<string, Category>;
  /** Paths by their last name, in lower case. */
  readonly byName: ReadonlyMap<string, readonly string[]>;
}

let taxonomy: Taxonomy | undefined;

/** Whether a value is a number of Google's taxonomy or one of its English paths, without regard to case. */
export function isGoogleCategory(value: string): boolean {
  taxonomy ??= parse();
  if (isNumber(value)) return taxonomy.ids.has(value.trim());
  const names = namesOf(value);
  return names.length > 0 && descend(taxonomy, names).length === names.length;
}

/** Numbers are the same in every language. */
export const isNumber = (value: string): boolean => /^\s*\d+\s*$/.test(value);

/**
 * The category that was probably meant; null if none is similar: the only one with the last name, or the one with a
 * similar name below the part of the path that exists, or that part.
 */
export function suggestGoogleCategory(value: string): string | null {
  if (isNumber(value)) return null;
  taxonomy ??= parse();
  const names = namesOf(value);
  const named = taxonomy.byName.get(keyOf(names.at(-1) ?? ""));
  if (named?.length === 1 && named[0] !== undefined) return named[0];
  const found = descend(taxonomy, names);
  const parent = found.at(-1);
  const siblings = parent?.children ?? taxonomy.roots;
  const near = nearest(keyOf(names[found.length] ?? ""), [...siblings.keys()]);
  return (near === null ? undefined : siblings.get(near)?.path) ?? parent?.path ?? null;
}

/** The categories of a path from the top, as far as they exist. */
function descend({ roots }: Taxonomy, names: readonly string[]): Category[] {
  const found: Category[] = [];
  let children = roots;
  for (const name of names) {
    const next = children.get(keyOf(name));
    if (!next) break;
    found.push(next);
    children = next.children;
  }
  return found;
}

const namesOf = (value: string): string[] => value.split(">").map((name) => name.trim());
const keyOf = (name: string): string => name.toLowerCase();

/** Called once in a process, when the first category is checked. */
function parse(): Taxonomy {
  const ids = new Set<string>();
  const roots = new Map<string, Category>();
  const byName = new Map<string, string[]>();
  const open: Category[] = [];
  for (const line of GOOGLE_CATEGORIES.split("\n")) {
    const [id = "", depth, name = ""] = line.split("\t");
    open.length = Number(depth) - 1;
    const parent = open.at(-1);
    const category = { path: parent ? `${parent.path} > ${name}` : name, children: new Map() };
    ids.add(id);
    open.push(category);
    (parent?.children ?? roots).set(keyOf(name), category);
    byName.set(keyOf(name), [...(byName.get(keyOf(name)) ?? []), category.path]);
  }
  return { ids, roots, byName };
}
