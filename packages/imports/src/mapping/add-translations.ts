import type { GivenMapping } from "@skucast/contracts/imports/mapping";
import { KNOWN_COLUMNS, plainName } from "./known-columns.js";
import { columnOf } from "./rule-column.js";
import { LANGUAGES } from "./similar-names.js";

/** The texts that a product has in several languages. A size with a language is often one of that country. */
const FIELDS = ["title", "description", "url"] as const;
const NAMES = FIELDS.map((field) => {
  const known = KNOWN_COLUMNS.flatMap(([target, names]) => (target === field ? names : []));
  return [field, new Set(known)] as const;
});
const LAST = new RegExp(`^(.+?)_(${LANGUAGES})(?:_([a-z]{2}))?$`);
const FIRST = new RegExp(`^(${LANGUAGES})_(.+)$`);

/** Maps the texts in further languages: `title_de` and `Titel (EN)`, next to a column with the product's own text. */
export function addTranslations(
  columns: readonly string[],
  mapping: GivenMapping,
  { used, add }: { readonly used: ReadonlySet<string>; add(target: string, column: string): void },
): void {
  for (const column of columns) {
    const { field, language } = textIn(column) ?? {};
    if (field === undefined || language === undefined || used.has(column)) continue;
    const own = columnOf(mapping[field] ?? null);
    const target = `translations.${language}.${field}`;
    if (own === undefined || own === column || textIn(own)?.language === language || target in mapping) continue;
    add(target, column);
  }
}

/** The text and its language in the name of a column. */
function textIn(column: string): { readonly field: string; readonly language: string } | undefined {
  const name = plainName(column.replace(/([a-z\d])(?=[A-Z][a-z]$)/, "$1_"));
  const [, before, last, region] = LAST.exec(name) ?? [];
  const [, first, after] = FIRST.exec(name) ?? [];
  const bare = before ?? after;
  const code = last ?? first;
  const field = NAMES.find(([, names]) => bare !== undefined && names.has(bare))?.[0];
  if (field === undefined || code === undefined) return undefined;
  return { field, language: region === undefined ? code : `${code}-${region.toUpperCase()}` };
}
