import type { Fault } from "@skucast/contracts/problem";
import type { Outcome } from "../products/write-products.js";

/** What became of a row whose product was given to be written. */
export type RowOutcome =
  | { readonly type: "created" | "updated" | "unchanged" }
  | { readonly type: "invalid"; readonly faults: readonly Fault[] };

/** How the outcome of a write counts for its row. */
export function rowOutcomeOf(outcome: Outcome): RowOutcome {
  switch (outcome.type) {
    case "refused":
      return { type: "invalid", faults: faultsOf(outcome.problem) };
    case "deleted":
      return { type: "updated" };
    default:
      return { type: outcome.type };
  }
}

const faultsOf = ({ faults, code, message }: Extract<Outcome, { type: "refused" }>["problem"]): readonly Fault[] =>
  faults.length > 0 ? faults : [{ pointer: "", code, message }];
