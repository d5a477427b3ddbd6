import type { UploadStrategy } from "@skucast/contracts/destinations/destination";
import { openSecret } from "@skucast/credentials/seal";
import { z } from "zod";
import type { ExporterContext } from "../context.js";
import type { SftpTarget } from "../sftp/open-session.js";

export interface LoadedDestination {
  readonly target: SftpTarget;
  readonly folder: string;
  readonly strategy: UploadStrategy;
}

interface DestinationRow {
  host: string;
  port: number;
  username: string;
  auth_sealed: Buffer;
  host_keys: string[];
  path: string;
  strategy: UploadStrategy;
}

const SELECT_DESTINATION = `
  SELECT host, port, username, auth_sealed, host_keys, path, strategy
  FROM destinations WHERE workspace_id = $1 AND id = $2`;

const authSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("password"), password: z.string() }),
  z.object({ type: z.literal("public_key"), private_key: z.string() }),
]);

/** A destination with its secret opened; undefined when it was deleted. Keep it no longer than the delivery. */
export async function loadDestination(
  { db, keyring }: ExporterContext,
  workspaceId: string,
  id: string,
): Promise<LoadedDestination | undefined> {
  const { rows } = await db.system.query<DestinationRow>(SELECT_DESTINATION, [workspaceId, id]);
  const [row] = rows;
  if (!row) return undefined;
  const auth = authSchema.parse(JSON.parse(openSecret(keyring, row.auth_sealed, `${workspaceId}/${id}/auth`)));
  const { host, port, username, host_keys: hostKeys } = row;
  return { target: { host, port, username, auth, hostKeys }, folder: row.path, strategy: row.strategy };
}
