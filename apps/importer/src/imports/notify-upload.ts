import { API_BASE_PATH } from "@skucast/contracts/service";
import type { TransactionClient } from "@skucast/db/database";
import { closeIncidents, openIncident } from "@skucast/db/notices/incidents";
import { type NoticeText, PUBLIC_URL } from "@skucast/db/notices/insert-notices";
import type { LeasedImport } from "./claimed-import.js";

interface EndedUpload {
  /** The event that reports it. */
  readonly eventId: string;
  /** Who uploaded the file: the id of a user or limited key, or `*` for other keys. */
  readonly actor: string;
  readonly fileName: string | null;
  readonly outcome: { readonly status: string; readonly error: string | null };
  readonly now: Date;
}

/**
 * Queues a mail when the uploads of a user or program begin to fail, and when one succeeds again: a program that uploads
 * a file each night causes two mails, no matter how many nights it fails.
 */
export async function notifyUpload(
  client: TransactionClient,
  { workspaceId, id }: LeasedImport,
  { eventId, actor, fileName, outcome, now }: EndedUpload,
): Promise<void> {
  if (outcome.status === "cancelled") return;
  const object = { workspaceId, objectId: `uploads/${actor}`, channelId: null };
  const file = fileName === null ? "A product file" : `The product file ${fileName}`;
  if (outcome.status === "failed") {
    const describe = () => describeFailed(file, id, outcome.error);
    await openIncident(client, { ...object, kind: "import_failed" }, { eventId, now, describe });
  } else {
    const describe = () => describeRecovered(file, id);
    await closeIncidents(client, { ...object, kinds: ["import_failed"] }, { eventId, now, describe });
  }
}

const describeFailed = (file: string, id: string, error: string | null): NoticeText => ({
  subject: "Skucast: a product file could not be imported",
  body: `${file} was uploaded and could not be imported.

Error: ${error ?? "unknown"}

Look at the errors of its rows, correct the file and upload it again: ${PUBLIC_URL}/imports/${id}

Or use the API:

  GET  ${PUBLIC_URL}${API_BASE_PATH}/imports/${id}
  POST ${PUBLIC_URL}${API_BASE_PATH}/imports

You get one mail when uploads begin to fail and one when the next one succeeds.
`,
});

const describeRecovered = (file: string, id: string): NoticeText => ({
  subject: "Skucast: product files are imported again",
  body: `${file} was uploaded and imported: ${PUBLIC_URL}/imports/${id}

No action is needed.
`,
});
