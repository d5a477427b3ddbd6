import type { ImportCounts } from "@skucast/contracts/imports/import";
import type { ImportPlan } from "@skucast/imports/import-plan";

/** An import that this process holds the lease of. */
export interface LeasedImport {
  readonly workspaceId: string;
  readonly id: string;
  /** Names this claim; the import may be changed only under it. */
  readonly owner: string;
  /** The source whose file it is; null for a file that was sent. */
  readonly sourceId: string | null;
  readonly trigger: "upload" | "manual" | "schedule";
  readonly startedAt: Date;
  readonly bytesTotal: number;
}

/** One whose file is there, with all that it needs to know. */
export interface ClaimedImport extends LeasedImport {
  /** As whom the products are written. */
  readonly actor: string;
  readonly mode: "upsert" | "replace";
  readonly missing: "archive" | "delete";
  readonly maxRemovalPercent: number;
  readonly validateOnly: boolean;
  /** Of a source: an import that would change more of the products is held; null: none is. */
  readonly maxChangePercent: number | null;
  /** Whether somebody let it through after it was held. */
  readonly isReleased: boolean;
  readonly upload: string;
  readonly plan: ImportPlan;
  /** From the import's former importer, if there was one: so many rows are done. */
  readonly counts: ImportCounts;
  readonly errorCount: number;
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

/** The import of a source would do more than it may, and waits for a person; the sentence says what. */
export class Held extends Error {
  override readonly name = "Held";
}

/** What it was begun with has changed: it is to be begun again. */
export class BeginAgain extends Error {
  override readonly name = "BeginAgain";
}
