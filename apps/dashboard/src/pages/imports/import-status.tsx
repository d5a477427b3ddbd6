import type { ImportStatus as Status } from "@skucast/contracts/imports/import";
import { Badge, type Tone } from "../../components/badge.js";
import { texts } from "../../texts/texts.js";

const TONES = {
  queued: "plain",
  running: "plain",
  held: "warn",
  succeeded: "good",
  succeeded_with_errors: "warn",
  failed: "bad",
  cancelled: "plain",
} as const satisfies Record<Status, Tone>;

/** Whether the import is queued or running. */
export const isInProgress = (status: Status): boolean => status === "queued" || status === "running";

export const ImportStatus = ({ status }: { readonly status: Status }) => (
  <Badge tone={TONES[status]}>{texts.imports.statuses[status]}</Badge>
);
