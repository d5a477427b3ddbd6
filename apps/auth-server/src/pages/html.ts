import { escapeHtml } from "@skucast/http-kit/html";

/** Markup that is safe to send as it is. Only `html` and `rawHtml` make it. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand in a template: markup as it is, texts and numbers escaped, lists one after the other, nothing else. */
export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

/** Markup with every value in it escaped, for element content and attributes in double quotes. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(strings.reduce((text, part, i) => `${text}${rendered(values[i - 1])}${part}`));
}

/** Marks a text of our own as markup. Never for anything that came from outside. */
export const rawHtml = (text: string): Html => new Html(text);

function rendered(value: HtmlValue): string {
  if (value instanceof Html) return value.text;
  if (value === null || value === undefined || value === false) return "";
  return typeof value === "string" || typeof value === "number"
    ? escapeHtml(String(value))
    : value.map(rendered).join("");
}
