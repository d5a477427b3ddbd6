import type { Column } from "@skucast/contracts/channel-profiles/column";
import { hasMarkup, stripHtml } from "../rules/strip-html.js";
import type { Cell } from "./cell.js";
import { type RowIssue, warning } from "./issue.js";

/** Converts HTML in plain-text columns to text; undefined when the profile has no such column. */
export function createHtmlConverter(
  columns: readonly Column[],
): ((cells: Cell[], issues: RowIssue[]) => void) | undefined {
  const places = columns.flatMap(({ plain_text, name }, place) => (plain_text ? [{ place, name }] : []));
  if (places.length === 0) return undefined;
  return (cells, issues) => {
    for (const { place, name } of places) {
      const cell = cells[place];
      if (typeof cell !== "string" || !hasMarkup(cell)) continue;
      cells[place] = stripHtml(cell) || undefined;
      issues.push(warning("html_converted", name, "takes plain text: HTML was converted to text"));
    }
  };
}
