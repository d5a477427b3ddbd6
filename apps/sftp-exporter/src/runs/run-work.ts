import type { RunFile } from "@skucast/contracts/runs/run";

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
}

/** Another exporter has taken the run over: this one must not touch it any more. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
  constructor() {
    super("the lease of the run was lost");
  }
}

/** Where a run's file is: the local path and what the run says of it. */
export interface LocalFile extends RunFile {
  readonly path: string;
}
