import type { Principal } from "@skucast/contracts/principal";
import type { Origin } from "./audit/append-audit.js";
import type { CatalogContext } from "./context.js";

/** A call of an operation: who calls, and with what input. */
export interface Call<Input> {
  readonly ctx: CatalogContext;
  readonly principal: Principal;
  readonly input: Input;
}

/** Input that every write of a resource accepts. */
export interface WriteOptions {
  /** Checks If-Match and If-None-Match against the stored version; null when the resource does not exist. */
  readonly precondition?: (version: number | null) => void;
  /** Checks everything and stores nothing. */
  readonly validateOnly?: boolean;
  /** Where the request came from, for the audit log. */
  readonly origin?: Origin | undefined;
}
