import type { CrossCheck, Profile } from "../profiles/profile.js";
import type { Cell } from "./cell.js";
import { type RowIssue, warning } from "./issue.js";

/** Takes values out of the row that mean nothing beside the others; answers what it took out and why. */
export type CheckRow = (cells: Cell[]) => RowIssue | undefined;

/** The rules between columns, in the order of the profile. */
export function crossChecksOf(profile: Profile): CheckRow[] {
  const placeOf = (name: string): number => {
    const place = profile.columns.findIndex((column) => column.name === name);
    if (place === -1) throw new Error(`${profile.name}@${profile.version} has no column ${name}`);
    return place;
  };
  return profile.checks.map((check) => compile(check, placeOf));
}

function compile(check: CrossCheck, placeOf: (name: string) => number): CheckRow {
  switch (check.type) {
    case "below":
      return below(placeOf(check.column), placeOf(check.than), check);
    case "paired":
      return paired(placeOf(check.columns[0]), placeOf(check.columns[1]), check.columns);
    case "different":
      return different(placeOf(check.column), placeOf(check.from), check);
    case "implies":
      return implies(placeOf(check.column), placeOf(check.needs));
  }
}

function below(place: number, other: number, check: CrossCheck & { type: "below" }): CheckRow {
  return (cells) => {
    const value = cells[place];
    if (value === undefined) return undefined;
    const amount = Number.parseFloat(String(value));
    if (amount > 0 && amount < Number.parseFloat(String(cells[other]))) return undefined;
    cells[place] = undefined;
    return warning(check.code, check.column, `left out: must be above zero and below ${check.than}`);
  };
}

function paired(first: number, second: number, names: readonly [string, string]): CheckRow {
  return (cells) => {
    const isAlone = (cells[first] === undefined) !== (cells[second] === undefined);
    if (!isAlone) return undefined;
    const lonely = cells[first] === undefined ? names[1] : names[0];
    cells[first] = undefined;
    cells[second] = undefined;
    return warning("unpaired_value", lonely, `left out: ${names.join(" and ")} go together`);
  };
}

function different(place: number, other: number, check: CrossCheck & { type: "different" }): CheckRow {
  return (cells) => {
    if (cells[place] === undefined || cells[place] !== cells[other]) return undefined;
    cells[place] = undefined;
    return warning("same_value", check.column, `left out: must differ from ${check.from}`);
  };
}

/** Follows from another value being absent, so it is no news and no issue. */
function implies(place: number, needed: number): CheckRow {
  return (cells) => {
    if (cells[needed] === undefined) cells[place] = undefined;
    return undefined;
  };
}
