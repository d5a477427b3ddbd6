import type { Column } from "@skucast/contracts/channel-profiles/column";
import { isReference } from "@skucast/contracts/channels/condition";
import type { Cell, StoredProduct } from "../channel/cell.js";
import { compileReference } from "./reference.js";
import { exceedsTextLimit, KEPT, type RuleResult, TOO_LONG, textResult } from "./rule-result.js";

/** A part of a template: literal text, or a reference with the fallback for a missing value. */
export type TemplatePart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reference"; readonly reference: string; readonly fallback: string };

export type ParsedTemplate =
  | { readonly ok: true; readonly parts: readonly TemplatePart[] }
  | { readonly ok: false; readonly message: string };

/** Parses a template, or returns what is wrong with it. Braces have no other meaning and cannot be nested. */
export function parseTemplate(template: string): ParsedTemplate {
  const parts: TemplatePart[] = [];
  let at = 0;
  while (at < template.length) {
    const open = template.indexOf("{", at);
    const text = template.slice(at, open === -1 ? undefined : open);
    if (text.includes("}")) return { ok: false, message: "has a } without a matching {" };
    if (text !== "") parts.push({ type: "text", text });
    if (open === -1) break;
    const close = template.indexOf("}", open);
    if (close === -1) return { ok: false, message: "has a { without a matching }" };
    const [reference = "", ...fallback] = template.slice(open + 1, close).split("|");
    if (!isReference(reference)) {
      return { ok: false, message: `{${reference}} must be a column such as {title}, or {product.brand}` };
    }
    parts.push({ type: "reference", reference, fallback: fallback.join("|") });
    at = close + 1;
  }
  if (!parts.some(({ type }) => type === "reference")) {
    return { ok: false, message: "needs a reference such as {title}; for fixed text use a constant rule" };
  }
  return { ok: true, parts };
}

/** Fills in a template; keeps the cell if all references are missing. Spaces around missing values are collapsed. */
export type FillTemplate = (cells: readonly Cell[], product: StoredProduct) => RuleResult;

export function compileTemplate(template: string, columns: readonly Column[]): FillTemplate {
  const parsed = parseTemplate(template);
  if (!parsed.ok) return () => KEPT;
  const pieces = parsed.parts.map((part) =>
    part.type === "text" ? part : { ...part, read: compileReference(part.reference, columns) },
  );
  return (cells, product) => {
    let text = "";
    let hasValue = false;
    let isFolded = false;
    for (const piece of pieces) {
      let added: string;
      if (piece.type === "text") added = piece.text;
      else {
        const value = piece.read(cells, product);
        if (value !== undefined) hasValue = true;
        else if (piece.fallback === "") isFolded = true;
        added = value ?? piece.fallback;
      }
      if (exceedsTextLimit(text.length + added.length)) return TOO_LONG;
      text += added;
    }
    if (!hasValue) return KEPT;
    return textResult((isFolded ? text.replace(/ {2,}/g, " ") : text).trim());
  };
}
