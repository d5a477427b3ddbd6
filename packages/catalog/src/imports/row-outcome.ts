import type { Fault } from "@skucast/contracts/problem";
import type { Outcome } from "../products/write-products.js";

/** The result of writing a row's product, with warnings for fields that were left out. */
export type RowOutcome =
  | {
      readonly type: "created" | "updated" | "unchanged";
      readonly version: number;
      readonly warnings: readonly Fault[];
    }
  | { readonly type: "invalid"; readonly faults: readonly Fault[] };

/** Converts the outcome of a write to that of its row. */
export function rowOutcomeOf(outcome: Outcome, warnings: readonly Fault[]): RowOutcome {
  if (outcome.type === "rejected") return { type: "invalid", faults: faultsOf(outcome.problem) };
  return { type: outcome.type === "deleted" ? "updated" : outcome.type, version: outcome.version, warnings };
}

const faultsOf = ({ faults, code, message }: Extract<Outcome, { type: "rejected" }>["problem"]): readonly Fault[] =>
  faults.length > 0 ? faults : [{ pointer: "", code, message }];
