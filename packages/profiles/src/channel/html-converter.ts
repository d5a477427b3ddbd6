import type { Column } from "@skucast/contracts/channel-profiles/column";
import type { ChannelRule } from "@skucast/contracts/channels/rule";
import { hasMarkup, stripperFor } from "../rules/strip-html.js";
import type { Cell } from "./cell.js";
import { type RowIssue, warning } from "./issue.js";

/** Converts HTML in plain-text columns to text. */
interface HtmlConverter {
  /** The cells to give to `convert`: as the rules left them. */
  before(cells: readonly Cell[]): readonly Cell[];
  convert(cells: Cell[], before: readonly Cell[], issues: RowIssue[]): void;
}

/**
 * Undefined when the profile has no column of plain text. What a `strip_html` rule has converted is text already: its
 * entities are not decoded twice.
 */
export function createHtmlConverter(
  columns: readonly Column[],
  rules: readonly ChannelRule[],
): HtmlConverter | undefined {
  const plans = columns.flatMap((column, place) => {
    if (!column.plain_text) return [];
    const isStripped = rules.some((rule) => rule.type === "strip_html" && rule.field === column.name);
    return [{ place, name: column.name, strip: stripperFor(column), isStripped }];
  });
  if (plans.length === 0) return undefined;
  return {
    before: (cells) => plans.map(({ place, isStripped }) => (isStripped ? cells[place] : undefined)),
    convert(cells, before, issues) {
      for (const [i, { place, name, strip }] of plans.entries()) {
        const cell = cells[place];
        if (cell === undefined || cell === before[i] || !hasMarkupIn(cell)) continue;
        cells[place] = converted(cell, strip);
        issues.push(warning("html_converted", name, "takes plain text: HTML was converted to text"));
      }
    },
  };
}

const hasMarkupIn = (cell: Cell): boolean =>
  Array.isArray(cell) ? cell.some(isMarkup) : typeof cell === "string" && hasMarkup(cell);

const isMarkup = (item: unknown): boolean => typeof item === "string" && hasMarkup(item);

/** Items of a list that have no text are left out. */
function converted(cell: Cell, strip: (html: string) => string): Cell {
  if (!Array.isArray(cell)) return strip(String(cell)) || undefined;
  const items = cell.map((item) => (isMarkup(item) ? strip(String(item)) : item)).filter((item) => item !== "");
  return items.length === 0 ? undefined : items;
}
