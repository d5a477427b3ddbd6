import { openLogin } from "@skucast/catalog/sources/source-login";
import type { SourceOptions } from "@skucast/contracts/sources/reading";
import type { SourceAuth } from "@skucast/contracts/sources/source-auth";
import type { ImporterContext } from "../context.js";
import type { SeenFile } from "./source-file.js";

/** A source with its secret decrypted. Do not keep it longer than the fetch. */
export interface LoadedSource {
  readonly version: number;
  readonly location: Location;
  readonly auth: { readonly type: SourceAuth["type"]; readonly name: string; readonly secret: string };
  readonly options: SourceOptions;
  readonly seen: SeenFile | null;
}

export type Location =
  | { readonly type: "url"; readonly url: string }
  | {
      readonly type: "sftp";
      readonly host: string;
      readonly port: number;
      readonly username: string;
      readonly host_keys: readonly string[];
      readonly path: string;
    };

const SELECT = `
  SELECT version::int, type, location, auth_type, auth_name, auth_sealed, options, seen
  FROM sources WHERE workspace_id = $1 AND id = $2`;

interface Row {
  version: number;
  type: Location["type"];
  location: object;
  auth_type: SourceAuth["type"];
  auth_name: string | null;
  auth_sealed: Buffer | null;
  options: SourceOptions;
  seen: SeenFile | null;
}

/** The source of an import; undefined when it was deleted. */
export async function loadSource(
  { db, keyring }: ImporterContext,
  { workspaceId, sourceId: id }: { readonly workspaceId: string; readonly sourceId: string },
): Promise<LoadedSource | undefined> {
  const { rows } = await db.system.query<Row>(SELECT, [workspaceId, id]);
  const [row] = rows;
  if (!row) return undefined;
  const { version, options, seen } = row;
  const secret = openLogin(keyring, { workspaceId, id, authSealed: row.auth_sealed });
  const auth = { type: row.auth_type, name: row.auth_name ?? "", secret };
  return { version, location: { type: row.type, ...row.location } as Location, auth, options, seen };
}
