import { createIssueTally, type IssueTally } from "./issue-tally.js";

/** What became of the products so far. */
export interface Tally {
  written: number;
  invalid: number;
  /** Rows written although something about them is doubtful. */
  warnings: number;
  outOfStock: number;
  readonly issues: IssueTally;
}

export const emptyTally = (): Tally => ({
  written: 0,
  invalid: 0,
  warnings: 0,
  outOfStock: 0,
  issues: createIssueTally(),
});
