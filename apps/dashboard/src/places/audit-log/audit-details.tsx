import type { AuditEntry } from "@skucast/contracts/audit/audit-entry";
import { Dialog } from "../../parts/dialog.js";
import { JsonText } from "../../parts/json-text.js";
import { texts } from "../../texts/texts.js";

/** One act with all that is known of it. */
export const AuditDetails = ({ entry, onClose }: { readonly entry: AuditEntry; readonly onClose: () => void }) => (
  <Dialog title={entry.action} onClose={onClose}>
    <JsonText label={texts.auditLog.detailsOf(entry.action)} value={entry} />
  </Dialog>
);
