import { isJsonObject } from "@skucast/contracts/merge-patch";
import { isHtml, plainText, withoutTags } from "../values/plain-text.js";
import type { Draft } from "./draft.js";

/** Translated titles and descriptions are plain text, as the product's own are. */
export function settleTranslations({ body }: Draft): void {
  const { translations } = body;
  if (!isJsonObject(translations)) return;
  body.translations = Object.fromEntries(
    Object.entries(translations).map(([language, texts]) => [language, isJsonObject(texts) ? plain(texts) : texts]),
  );
}

function plain(texts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { title, description } = texts;
  return {
    ...texts,
    ...(typeof title === "string" && { title: withoutTags(title) }),
    ...(typeof description === "string" && isHtml(description) && { description: plainText(description) }),
  };
}
