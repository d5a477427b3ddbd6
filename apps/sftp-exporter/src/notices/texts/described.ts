import type { GuardName } from "@skucast/contracts/feeds/guards";
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

/** Why a guard tripped. */
export interface TrippedGuard {
  readonly actual: number;
  readonly limit: number;
  /** What follows the colon of the English message: the missing columns. */
  readonly names: string;
  /** The English sentence. */
  readonly message: string;
}

/** The sentence for each guard. */
export type GuardReasons = Readonly<Record<GuardName, (tripped: TrippedGuard) => string>>;
