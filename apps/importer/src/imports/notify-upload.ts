import type { TransactionClient } from "@skucast/db/database";
import { closeIncidents, openIncident } from "@skucast/db/notices/incidents";
import type { LeasedImport } from "./claimed-import.js";
import { describeUpload } from "./describe-upload.js";

interface EndedUpload {
  /** The event that reports it. */
  readonly eventId: string;
  /** Who uploaded the file: the id of a user or limited key, or `*` for other keys. */
  readonly actor: string;
  readonly fileName: string | null;
  readonly outcome: { readonly status: string; readonly error: string | null };
  readonly now: Date;
  readonly isMailing: boolean;
}

/**
 * Records, and queues a mail, when the uploads of a user or program begin to fail, and when one succeeds again: a program that uploads
 * a file each night causes two mails, no matter how many nights it fails.
 */
export async function notifyUpload(
  client: TransactionClient,
  { workspaceId, id }: LeasedImport,
  { eventId, actor, fileName, outcome, now, isMailing }: EndedUpload,
): Promise<void> {
  if (outcome.status === "cancelled") return;
  const describe = () => describeUpload({ id, fileName, outcome });
  const object = { workspaceId, objectId: `uploads/${actor}`, channelId: null };
  if (outcome.status === "failed") {
    await openIncident(client, { ...object, kind: "import_failed" }, { eventId, now, isMailing, describe });
  } else {
    await closeIncidents(client, { ...object, kinds: ["import_failed"] }, { eventId, now, isMailing, describe });
  }
}
