import { createIssueTally, type IssueTally } from "./issue-tally.js";

/** Counts of the products processed so far. */
export interface Tally {
  written: number;
  invalid: number;
  /** Products that a rule excludes. */
  excluded: number;
  /** Rows that were written with warnings. */
  warnings: number;
  outOfStock: number;
  /** Rows whose id is not the SKU: an override or a rule changed it. */
  changedIds: number;
  readonly issues: IssueTally;
}

export const createTally = (): Tally => ({
  written: 0,
  invalid: 0,
  excluded: 0,
  warnings: 0,
  outOfStock: 0,
  changedIds: 0,
  issues: createIssueTally(),
});
