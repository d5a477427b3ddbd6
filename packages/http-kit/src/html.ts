const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes a string for element content and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

/** Markup that is safe to send. Only `html` and `rawHtml` create it. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Values of a template. Markup is inserted unchanged, strings and numbers are escaped, lists are concatenated, and
 * null, undefined and false produce nothing.
 */
export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

/** Creates markup with all values escaped, for element content and double-quoted attributes. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(strings.reduce((text, part, i) => `${text}${rendered(values[i - 1])}${part}`));
}

/** Marks our own string as markup. Never use it for external input. */
export const rawHtml = (text: string): Html => new Html(text);

function rendered(value: HtmlValue): string {
  if (value instanceof Html) return value.text;
  if (value === null || value === undefined || value === false) return "";
  return typeof value === "string" || typeof value === "number"
    ? escapeHtml(String(value))
    : value.map(rendered).join("");
}
