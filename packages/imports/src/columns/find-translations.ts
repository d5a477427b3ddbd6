import { languageSchema } from "@skucast/contracts/codes/schemas";
import type { ImportQuestion } from "@skucast/contracts/imports/import";
import type { ImportMapping } from "@skucast/contracts/imports/mapping";
import { plainName } from "../mapping/known-columns.js";
import { LOCALE_COLUMNS } from "../mapping/locale-columns.js";
import { columnOf, usedColumns } from "../mapping/rule-column.js";
import { LANGUAGES } from "../mapping/similar-names.js";
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
 * Leaves out the texts of a file that has nothing but texts with a language, and asks whether they are translations: they
 * would replace those of the products in their own language. Those in further languages are translations anyway.
 */
export function withoutTranslations({ columns, rows, mapping, given, preset = "none" }: MappedRows): Texts {
  const targets = Object.keys(mapping).filter((target) => target !== "sku" && !target.startsWith(TRANSLATIONS));
  const isText = (target: string): boolean => TRANSLATED.has(target) && !(target in given);
  const unchanged = { mapping, questions: [] };
  if (preset !== "none" || targets.length === 0 || !targets.every(isText)) return unchanged;
  const ofRows = languageIn(columns, rows, mapping);
  const texts = targets.map((target) => {
    const rule = mapping[target] ?? null;
    return { target, rule, language: ofRows ?? languageOfName(columnOf(rule) ?? "") };
  });
  const languages = new Set(texts.flatMap(({ language }) => language ?? []));
  if (texts.some(({ language }) => language === undefined)) return unchanged;
  const own = texts.map(({ target, rule }) => [target, rule] as const);
  const none = targets.map((target) => [target, null] as const);
  const others = Object.entries(mapping).filter(([target]) => target.startsWith(TRANSLATIONS));
  const translated = texts.map(
    ({ target, rule, language = "" }) => [`${TRANSLATIONS}${language}.${target}`, rule] as const,
  );
  return {
    mapping: Object.fromEntries(Object.entries(mapping).filter(([target]) => !targets.includes(target))),
    questions: [
      {
        code: "translations",
        column: columnOf(mapping[targets[0] ?? ""] ?? null) ?? null,
        message: `Are the texts translations to ${[...languages].join(", ")}? The file has nothing else about the products.`,
        answers: [
          { label: "They are translations", mapping: Object.fromEntries([...none, ...translated, ...others]) },
          { label: "They are the products' own texts", mapping: Object.fromEntries([...own, ...others]) },
        ],
      },
    ],
  };
}

const TRANSLATIONS = "translations.";

/** The language of all rows, by a column such as `locale`. */
function languageIn(columns: readonly string[], rows: readonly RawRow[], mapping: ImportMapping): string | undefined {
  const used = usedColumns(mapping);
  const named = columns.filter((column) => LOCALE_COLUMNS.test(plainName(column)) && !used.has(column));
  const all = columnTexts(Object.fromEntries(named.map((column) => [column, column])), columns, rows);
  const languages = new Set(all.flatMap(({ texts }) => texts.map((text) => text.trim())));
  return languages.size === 1 ? languageTag([...languages][0] ?? "") : undefined;
}

const NAMES = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

const LAST = /_([a-z]{2})$/;
const LAST_WITH_REGION = new RegExp(`_(${LANGUAGES})_([a-z]{2})$`);
const FIRST = new RegExp(`^(${LANGUAGES})_`);

/** The language in the name of a text: `title_de`, `Description (de)`, `title_de_ch`, `DE_Title`. */
function languageOfName(column: string): string | undefined {
  const name = plainName(column);
  const [, language, region] = LAST_WITH_REGION.exec(name) ?? [];
  if (language !== undefined && region !== undefined) return languageTag(`${language}-${region}`);
  const found = LAST.exec(name)?.[1] ?? FIRST.exec(name)?.[1];
  return found === undefined || NAMES.of(found) === undefined ? undefined : languageTag(found);
}

function languageTag(text: string): string | undefined {
  const parsed = languageSchema.safeParse(text.replaceAll("_", "-"));
  return parsed.success ? parsed.data : undefined;
}
