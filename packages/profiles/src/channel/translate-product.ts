import type { Channel } from "@skucast/contracts/channels/channel";
import { memberOf, type StoredProduct } from "./cell.js";
import { issueOf, type RowIssue } from "./issue.js";

type Market = Pick<Channel["market"], "language" | "untranslated">;

/** The product in the market's language, with what its texts say there in place of its own. */
export type Translate = (product: StoredProduct, issues: RowIssue[]) => StoredProduct;

const SPOKEN = ["title", "description"] as const;

/**
 * Takes the translation in the market's language (de-CH), then field by field the one in the language alone (de), then
 * the product's own text; what a missing title or description means is the channel's choice.
 */
export function translatorFor({ language, untranslated = "allow" }: Market): Translate {
  const base = language.split("-")[0] ?? language;
  return (product, issues) => {
    const own = memberOf(product.translations, language);
    const wider = base === language ? undefined : memberOf(product.translations, base);
    const translated =
      own === undefined && wider === undefined ? product : { ...product, ...object(wider), ...object(own) };
    if (untranslated !== "allow") {
      for (const field of SPOKEN) {
        if (
          product[field] === undefined ||
          memberOf(own, field) !== undefined ||
          memberOf(wider, field) !== undefined
        ) {
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
