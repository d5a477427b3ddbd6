import type { ImportCounts } from "@skucast/contracts/imports/import";
import type { ImportPlan } from "@skucast/imports/import-plan";

/** An import that this process holds the lease of, with all that it needs to know. */
export interface ClaimedImport {
  readonly workspaceId: string;
  readonly id: string;
  /** Names this claim; the import may be changed only under it. */
  readonly owner: string;
  /** As whom the products are written. */
  readonly actor: string;
  readonly mode: "upsert" | "replace";
  readonly missing: "archive" | "delete";
  readonly maxRemovalPercent: number;
  readonly validateOnly: boolean;
  readonly upload: string;
  readonly bytesTotal: number;
  readonly plan: ImportPlan;
  /** From the import's former importer, if there was one: so many rows are done. */
  readonly counts: ImportCounts;
  readonly errorCount: number;
  readonly startedAt: Date;
}

/** Another importer has taken the import over: this one must not touch it any more. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
  constructor() {
    super("the lease of the import was lost");
  }
}

/** Somebody asked for the import to stop. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

/** The import cannot be done; the sentence is for the person who reads it. */
export class Refused extends Error {
  override readonly name = "Refused";
}
