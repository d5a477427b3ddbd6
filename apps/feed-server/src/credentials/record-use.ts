import type { FeedServerContext } from "../context.js";
import type { LiveFiles } from "./find-live-files.js";

/** At most once a minute per credential. */
const RECORD_USE = `
  UPDATE pull_credentials SET last_used_at = $3
  WHERE workspace_id = $1 AND id = $2 AND (last_used_at IS NULL OR last_used_at < $3::timestamptz - interval '1 minute')`;

/** Records the use of a credential, without waiting for it: a failure does not affect the partner. */
export function recordUse(
  { db, clock, logger }: FeedServerContext,
  { workspaceId, credentialId }: Pick<LiveFiles, "workspaceId" | "credentialId">,
): void {
  db.system.query(RECORD_USE, [workspaceId, credentialId, clock.now()]).catch((err: unknown) => {
    logger.warn(
      { event: "pull.use_not_noted", credential_id: credentialId, err },
      "the use of a credential was not recorded",
    );
  });
}
