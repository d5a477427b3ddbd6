import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Cell } from "./cell.js";
import { type RowIssue, warning } from "./issue.js";

type LossesOf = (cells: readonly Cell[], mapped: readonly Cell[]) => readonly RowIssue[];

/**
 * Lists the values that rules, overrides and attributes give to a column which the profile fills only along with another
 * one, such as the period of a sale, if that one is empty. `mapped` is the row of the product's fields, whose values follow
 * from each other. Undefined if the profile has no such column.
 */
export function derivedLossesFor({
  columns,
  checks,
}: Pick<ProfileDefinition, "columns" | "checks">): LossesOf | undefined {
  const placeOf = (wanted: string) => columns.findIndex(({ name }) => name === wanted);
  const pairs = checks.flatMap((check) => {
    if (check.type !== "implies" || check.is_derived !== true) return [];
    const { column, needs } = check;
    const issue = warning("unpaired_value", column, `left out: the channel takes it only with ${needs}`);
    return [{ place: placeOf(column), needed: placeOf(needs), issue }];
  });
  if (pairs.length === 0) return undefined;
  return (cells, mapped) =>
    pairs
      .filter(({ place, needed }) => {
        const cell = cells[place];
        return cell !== undefined && cell !== "" && cell !== mapped[place] && cells[needed] === undefined;
      })
      .map(({ issue }) => issue);
}
