import type { RunStatus as Status } from "@skucast/contracts/runs/run";
import { Badge, type Tone } from "../../components/badge.js";
import { texts } from "../../texts/first-view.js";

const TONES = {
  queued: "plain",
  generating: "plain",
  held: "warn",
  delivering: "plain",
  succeeded: "good",
  succeeded_with_errors: "warn",
  skipped: "plain",
  failed: "bad",
  cancelled: "plain",
} as const satisfies Record<Status, Tone>;

const IN_PROGRESS: readonly Status[] = ["queued", "generating", "delivering"];

/** Whether the run will continue without user action. */
export const isInProgress = (status: Status): boolean => IN_PROGRESS.includes(status);

export const RunStatus = ({ status }: { readonly status: Status }) => (
  <Badge tone={TONES[status]}>{texts.states.run[status]}</Badge>
);
