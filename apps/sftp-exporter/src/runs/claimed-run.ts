/** A run whose lease this process holds. */
export interface ClaimedRun {
  readonly workspaceId: string;
  readonly id: string;
  readonly feedId: string;
  /** Identifies this claim. The run may be changed only while it has this owner. */
  readonly owner: string;
  /** The status before the claim: `queued`, or the step in which the previous exporter stopped. */
  readonly was: "queued" | "generating" | "delivering";
  readonly startedAt: Date;
  /** How many times the run was claimed, not counting claims that were released. */
  readonly claimCount: number;
}

/** How many times a run may be claimed. One that needs more claims probably crashes its exporters. */
export const CLAIMS_MAX = 20;

export class ClaimedTooOften extends Error {
  override readonly name = "ClaimedTooOften";
  constructor() {
    super(`the run was given up: ${CLAIMS_MAX} times the process that made it ended`);
  }
}

/** The files that a rollback should deliver no longer exist. */
export class FilesGone extends Error {
  override readonly name = "FilesGone";
  constructor(runId: string) {
    super(`the files of ${runId} are not kept any more`);
  }
}
