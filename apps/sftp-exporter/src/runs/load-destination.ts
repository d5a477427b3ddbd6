import type { UploadCheck, UploadStrategy } from "@skucast/contracts/destinations/destination";
import type { DestinationType } from "@skucast/contracts/destinations/destination-types";
import { openSecret } from "@skucast/credentials/seal";
import { withEndedAccess } from "@skucast/db/access/ended-access";
import type { Database } from "@skucast/db/database";
import type { Partner } from "@skucast/partners/partner";
import { isLegacyAllowed } from "@skucast/sftp/login";
import { SftpFailure } from "@skucast/sftp/sftp-failure";
import type { ExporterContext } from "../context.js";

export interface LoadedDestination {
  readonly partner: Partner;
  readonly removesStale: boolean;
  readonly connectionsMax: number;
}

interface DestinationRow {
  type: DestinationType;
  options: unknown;
  host: string;
  port: number;
  username: string;
  auth_sealed: Buffer;
  next_auth_sealed: Buffer | null;
  host_keys: string[];
  legacy_until: string | null;
  path: string;
  strategy: UploadStrategy;
  verify: UploadCheck;
  remove_stale: boolean;
  connections_max: number;
  writes_max: number;
  is_ordered: boolean;
  bound_to: string | null;
}

const ACCESS_ENDED =
  "the app or API key that set up this destination was disconnected; take the destination over with bound_to: null, or set its login again";

const SELECT_DESTINATION = `
  SELECT type, options, host, port, username, auth_sealed, next_auth_sealed, host_keys, legacy_algorithms_until::text AS legacy_until,
    path, strategy, verify, remove_stale, connections_max, writes_max, ordered_writes_since IS NOT NULL AS is_ordered,
    bound_to
  FROM destinations WHERE workspace_id = $1 AND id = $2`;

/** A destination with its secrets decrypted; undefined when it was deleted. Do not keep it longer than the delivery. */
export async function loadDestination(
  { db, keyring, clock }: ExporterContext,
  workspaceId: string,
  id: string,
): Promise<LoadedDestination | undefined> {
  const { rows } = await db.system.query<DestinationRow>(SELECT_DESTINATION, [workspaceId, id]);
  const [row] = rows;
  if (!row) return undefined;
  if (await hasEnded(db, workspaceId, row.bound_to)) throw new SftpFailure("refused_target", ACCESS_ENDED);
  const open = (sealed: Buffer, column: string) => openSecret(keyring, sealed, `${workspaceId}/${id}/${column}`);
  const { type, options, host, port, username, host_keys: hostKeys, strategy, verify } = row;
  return {
    partner: {
      type,
      options,
      host,
      port,
      username,
      hostKeys,
      strategy,
      verify,
      folder: row.path,
      writesMax: row.is_ordered ? 1 : row.writes_max,
      isLegacyAllowed: isLegacyAllowed(row.legacy_until, clock.now()),
      login: open(row.auth_sealed, "auth"),
      nextLogin: row.next_auth_sealed && open(row.next_auth_sealed, "next_auth"),
    },
    removesStale: row.remove_stale,
    connectionsMax: row.connections_max,
  };
}

async function hasEnded({ system }: Database, workspaceId: string, boundTo: string | null): Promise<boolean> {
  if (boundTo === null) return false;
  return (await withEndedAccess(system, [{ workspace_id: workspaceId, bound_to: boundTo }])).length === 1;
}
