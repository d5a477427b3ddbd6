import type { Channel } from "@skucast/contracts/channels/channel";
import { memberOf, type StoredProduct } from "./cell.js";
import { issueOf, type RowIssue } from "./issue.js";

type Market = Pick<Channel["market"], "language" | "untranslated">;

/** Returns the product with the translations for the market's language. */
export type Translate = (product: StoredProduct, issues: RowIssue[]) => StoredProduct;

const TRANSLATED_FIELDS = ["title", "description"] as const;

/**
 * For each field uses the translation for the market's language (de-CH), otherwise that for the base language (de),
 * otherwise the product's own text. The channel decides whether a missing title or description is an issue.
 */
export function translatorFor({ language, untranslated = "allow" }: Market): Translate {
  const baseLanguage = language.split("-")[0] ?? language;
  return (product, issues) => {
    const own = memberOf(product.translations, language);
    const base = baseLanguage === language ? undefined : memberOf(product.translations, baseLanguage);
    const translated =
      own === undefined && base === undefined ? product : { ...product, ...object(base), ...object(own) };
    if (untranslated !== "allow") {
      for (const field of TRANSLATED_FIELDS) {
        if (product[field] === undefined || memberOf(own, field) !== undefined || memberOf(base, field) !== undefined) {
          continue;
        }
        const severity = untranslated === "refuse" ? "error" : "warning";
        issues.push(issueOf(severity, "translation_missing", field, `has no translation into ${language}`));
      }
    }
    return translated;
  };
}

const object = (value: unknown): object => (typeof value === "object" && value !== null ? value : {});
