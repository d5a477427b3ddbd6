import type { FeedServerContext } from "../context.js";
import type { LiveFiles } from "./find-live-files.js";

/** At most once a minute for a credential, whatever it fetches. */
const NOTE_USE = `
  UPDATE pull_credentials SET last_used_at = $3
  WHERE workspace_id = $1 AND id = $2 AND (last_used_at IS NULL OR last_used_at < $3::timestamptz - interval '1 minute')`;

/** Notes that a credential was used, beside what it was used for: a failure costs the partner nothing. */
export function noteUse(
  { db, clock, logger }: FeedServerContext,
  { workspaceId, credentialId }: Pick<LiveFiles, "workspaceId" | "credentialId">,
): void {
  db.system.query(NOTE_USE, [workspaceId, credentialId, clock.now()]).catch((err: unknown) => {
    logger.warn({ event: "pull.use_not_noted", credential_id: credentialId, err }, "a use was not noted");
  });
}
