import { languageSchema } from "@skucast/contracts/codes/schemas";
import type { ImportQuestion } from "@skucast/contracts/imports/import";
import type { ImportMapping } from "@skucast/contracts/imports/mapping";
import { plainName } from "../mapping/known-columns.js";
import { LOCALE_COLUMNS } from "../mapping/locale-columns.js";
import { columnOf, usedColumns } from "../mapping/rule-column.js";
import type { RawRow } from "../row.js";
import { columnTexts } from "./column-texts.js";
import type { MappedRows } from "./mapped-rows.js";

interface Texts {
  readonly mapping: ImportMapping;
  readonly questions: readonly ImportQuestion[];
}

/** The fields that a product has in several languages. */
const TRANSLATED: ReadonlySet<string> = new Set(["title", "description", "url", "color", "size", "material"]);

/**
 * Leaves out the texts of a file that has nothing but texts in one language, and asks whether they are translations: they
 * would replace those of the products in their own language.
 */
export function withoutTranslations({ columns, rows, mapping, given, preset = "none" }: MappedRows): Texts {
  const targets = Object.keys(mapping).filter((target) => target !== "sku");
  const isText = (target: string): boolean => TRANSLATED.has(target) && !(target in given);
  const unchanged = { mapping, questions: [] };
  if (preset !== "none" || targets.length === 0 || !targets.every(isText)) return unchanged;
  const language = languageIn(columns, rows, mapping) ?? languageOfNames(mapping, targets);
  if (language === undefined) return unchanged;
  const texts = targets.map((target) => [target, mapping[target]] as const);
  const translated = texts.map(([target, rule]) => [`translations.${language}.${target}`, rule] as const);
  const none = targets.map((target) => [target, null] as const);
  return {
    mapping: Object.fromEntries(Object.entries(mapping).filter(([target]) => !targets.includes(target))),
    questions: [
      {
        code: "translations",
        column: columnOf(mapping[targets[0] ?? ""] ?? null) ?? null,
        message: `Are the texts translations to ${language}? The file has nothing else about the products.`,
        answers: [
          { label: "They are translations", mapping: Object.fromEntries([...none, ...translated]) },
          { label: "They are the products' own texts", mapping: Object.fromEntries(texts) },
        ],
      },
    ],
  };
}

/** The language of all rows, by a column such as `locale`. */
function languageIn(columns: readonly string[], rows: readonly RawRow[], mapping: ImportMapping): string | undefined {
  const used = usedColumns(mapping);
  const named = columns.filter((column) => LOCALE_COLUMNS.test(plainName(column)) && !used.has(column));
  const all = columnTexts(Object.fromEntries(named.map((column) => [column, column])), columns, rows);
  const languages = new Set(all.flatMap(({ texts }) => texts.map((text) => text.trim())));
  return languages.size === 1 ? languageTag([...languages][0] ?? "") : undefined;
}

const NAMES = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

/** The language at the end of the names of all texts: `title_de`, `Description (de)`. */
function languageOfNames(mapping: ImportMapping, targets: readonly string[]): string | undefined {
  const ends = targets.map((target) => /_([a-z]{2})$/.exec(plainName(columnOf(mapping[target] ?? null) ?? ""))?.[1]);
  const [first] = ends;
  if (first === undefined || ends.some((end) => end !== first) || NAMES.of(first) === undefined) return undefined;
  return languageTag(first);
}

function languageTag(text: string): string | undefined {
  const parsed = languageSchema.safeParse(text.replaceAll("_", "-"));
  return parsed.success ? parsed.data : undefined;
}
