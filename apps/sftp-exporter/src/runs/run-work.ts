/** A run that this process holds the lease of. */
export interface ClaimedRun {
  readonly workspaceId: string;
  readonly id: string;
  readonly feedId: string;
  /** Names this claim; the run may be changed only under it. */
  readonly owner: string;
  /** What it was before: `queued`, or the step in which its former exporter died. */
  readonly was: "queued" | "generating" | "delivering";
  readonly startedAt: Date;
  /** How many exporters have taken it up; those that gave it back in order are not counted. */
  readonly claimCount: number;
}

/** A run that ended so many exporters would end the next one, too. */
export const CLAIMS_MAX = 20;

export class TakenUpTooOften extends Error {
  override readonly name = "TakenUpTooOften";
  constructor() {
    super(`the run was given up: ${CLAIMS_MAX} times the process that made it ended`);
  }
}

/** Another exporter has taken the run over: this one must not touch it any more. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
  constructor() {
    super("the lease of the run was lost");
  }
}

/** The files that a rollback was to deliver are not there any more. */
export class FilesGone extends Error {
  override readonly name = "FilesGone";
  constructor(runId: string) {
    super(`the files of ${runId} are not kept any more`);
  }
}
