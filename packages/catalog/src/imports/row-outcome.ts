import type { Fault } from "@skucast/contracts/problem";
import type { Outcome } from "../products/write-products.js";

/** What became of a row whose product was given to be written, and what of it was left out. */
export type RowOutcome =
  | {
      readonly type: "created" | "updated" | "unchanged";
      readonly version: number;
      readonly warnings: readonly Fault[];
    }
  | { readonly type: "invalid"; readonly faults: readonly Fault[] };

/** How the outcome of a write counts for its row. */
export function rowOutcomeOf(outcome: Outcome, warnings: readonly Fault[]): RowOutcome {
  if (outcome.type === "refused") return { type: "invalid", faults: faultsOf(outcome.problem) };
  return { type: outcome.type === "deleted" ? "updated" : outcome.type, version: outcome.version, warnings };
}

const faultsOf = ({ faults, code, message }: Extract<Outcome, { type: "refused" }>["problem"]): readonly Fault[] =>
  faults.length > 0 ? faults : [{ pointer: "", code, message }];
