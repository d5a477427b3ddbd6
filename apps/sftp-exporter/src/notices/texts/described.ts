import type { RunPush } from "@skucast/contracts/runs/run";

/** What mails say about a run. */
export interface DescribedRun {
  /** The feed's name as users entered it. */
  readonly feed: string;
  readonly feedId: string;
  readonly runId: string;
  readonly isScheduled: boolean;
}

/** What mails say about the delivery of a run. */
export interface DescribedDelivery {
  /** Names as users entered them. */
  readonly feed: string;
  readonly destination: string;
  readonly feedId: string;
  readonly runId: string;
  readonly isScheduled: boolean;
  readonly delivery: RunPush;
}
