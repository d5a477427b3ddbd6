import type { Import, ImportStatus as Status } from "@skucast/contracts/imports/import";
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

/** The status of an import, and whether it was undone. */
export const ImportStatus = ({ status, undone_at }: Pick<Import, "status" | "undone_at">) => (
  <>
    <Badge tone={TONES[status]}>{texts.imports.statuses[status]}</Badge>
    {undone_at !== null && (
      <>
        {" "}
        <Badge tone="plain">{texts.imports.undo.mark}</Badge>
      </>
    )}
  </>
);
