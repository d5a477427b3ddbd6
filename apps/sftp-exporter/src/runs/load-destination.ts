import type { UploadCheck, UploadStrategy } from "@skucast/contracts/destinations/destination";
import { openSecret } from "@skucast/credentials/seal";
import { isLegacyAllowed, parseLogin } from "@skucast/sftp/login";
import type { SftpTarget } from "@skucast/sftp/sftp-target";
import type { ExporterContext } from "../context.js";

export interface LoadedDestination {
  readonly target: SftpTarget;
  readonly folder: string;
  readonly strategy: UploadStrategy;
  readonly verify: UploadCheck;
  readonly removesStale: boolean;
  readonly connectionsMax: number;
  readonly writesMax: number;
}

interface DestinationRow {
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
}

const SELECT_DESTINATION = `
  SELECT host, port, username, auth_sealed, next_auth_sealed, host_keys, legacy_algorithms_until::text AS legacy_until,
    path, strategy, verify, remove_stale, connections_max, writes_max, ordered_writes_since IS NOT NULL AS is_ordered
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
  const open = (sealed: Buffer, column: string) => openSecret(keyring, sealed, `${workspaceId}/${id}/${column}`);
  const next = row.next_auth_sealed && open(row.next_auth_sealed, "next_auth");
  const auth = parseLogin(open(row.auth_sealed, "auth"), next);
  const { host, port, username, host_keys: hostKeys } = row;
  const target = {
    host,
    port,
    username,
    auth,
    hostKeys,
    isLegacyAllowed: isLegacyAllowed(row.legacy_until, clock.now()),
  };
  return {
    target,
    folder: row.path,
    strategy: row.strategy,
    verify: row.verify,
    removesStale: row.remove_stale,
    connectionsMax: row.connections_max,
    writesMax: row.is_ordered ? 1 : row.writes_max,
  };
}
