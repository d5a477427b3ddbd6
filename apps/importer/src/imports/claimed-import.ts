import type { ImportCounts } from "@skucast/contracts/imports/import-counts";
import type { CellTable } from "@skucast/imports/count-cells";
import type { ImportPlan } from "@skucast/imports/import-plan";

/** An import whose lease this process holds. */
export interface LeasedImport {
  readonly workspaceId: string;
  readonly id: string;
  /** Identifies this claim. The import may be changed only while it has this owner. */
  readonly owner: string;
  /** The source that the file comes from; null when it was uploaded. */
  readonly sourceId: string | null;
  readonly trigger: "upload" | "manual" | "schedule";
  readonly startedAt: Date;
  readonly bytesTotal: number;
}

/** A leased import whose file is stored, with everything needed to perform it. */
export interface ClaimedImport extends LeasedImport {
  /** The actor that the products' changes are attributed to. */
  readonly actor: string;
  readonly mode: "upsert" | "replace";
  readonly missing: "archive" | "delete";
  readonly maxRemovalPercent: number;
  readonly validateOnly: boolean;
  /** For a source: an import that would change a larger share of the products is held. Null: no import is held for this. */
  readonly maxChangePercent: number | null;
  /** Whether a user released the import after it was held. */
  readonly isReleased: boolean;
  readonly upload: string;
  readonly plan: ImportPlan;
  /** Rows that a previous importer has already done. */
  readonly counts: ImportCounts;
  readonly errorCount: number;
  readonly cells: CellTable;
  readonly faultyRows: number;
  readonly faultyBytes: number;
}

/** A user cancelled the import. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

/** The import cannot be done. The message is shown to users. */
export class Rejected extends Error {
  override readonly name = "Rejected";
}

/** The file breaks off or is damaged, after rows that were imported. The message is shown to users. */
export class BrokenOff extends Error {
  override readonly name = "BrokenOff";
}

/** The import of a source would remove or change more than it may, and waits for a decision. The message says what. */
export class Held extends Error {
  override readonly name = "Held";
}

/** A user forced the import after the host had reported an unchanged file: the fetch must be done again. */
export class FetchOutdated extends Error {
  override readonly name = "FetchOutdated";
}
