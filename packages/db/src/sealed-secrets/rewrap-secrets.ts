import type { Database } from "../database.js";

/** The secret, sealed under the current key. Undefined if it already is. Throws if it cannot be opened. */
export type Rewrap = (sealed: Uint8Array, place: string) => Uint8Array | undefined;

export interface RewrapCounts {
  /** Rows that were read, rows that were written, and rows that could not be opened. */
  looked: number;
  rewrapped: number;
  failed: number;
}

/** The two columns of a row's key, with these names. */
interface SealedRow {
  readonly workspace_id: string;
  readonly id: string;
}

/**
 * A table with sealed columns: how to read a batch after a row, and how to write a row that has not changed meanwhile.
 */
interface SealedTable<Row extends SealedRow> {
  readonly select: string;
  readonly update: string;
  /** The new values of the sealed columns, and then the old ones. Undefined if nothing has to change. */
  change(row: Row): readonly unknown[] | undefined;
}

const BATCH = 100;

/**
 * Rewraps every secret of a table in batches, in the order of its keys. It may be stopped and started again: what was
 * done is skipped. A row that another transaction changes meanwhile is skipped.
 */
async function rewrapTable<Row extends SealedRow>(db: Database, table: SealedTable<Row>): Promise<RewrapCounts> {
  const counts = { looked: 0, rewrapped: 0, failed: 0 };
  for (let after = { workspace_id: "", id: "" }; ; ) {
    const { rows } = await db.system.query<Row>(`${table.select} LIMIT ${BATCH}`, [after.workspace_id, after.id]);
    for (const row of rows) await rewrapRow(db, table, { row, counts });
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return counts;
    after = last;
  }
}

async function rewrapRow<Row extends SealedRow>(
  db: Database,
  table: SealedTable<Row>,
  { row, counts }: { row: Row; counts: RewrapCounts },
): Promise<void> {
  counts.looked += 1;
  const change = attempt(() => table.change(row));
  if (change === "failed") counts.failed += 1;
  else if (change) {
    const { rowCount } = await db.system.query(table.update, [row.workspace_id, row.id, ...change]);
    counts.rewrapped += rowCount ?? 0;
  }
}

/** A secret whose key no longer exists is counted and does not stop the others. */
function attempt<T>(work: () => T): T | "failed" {
  try {
    return work();
  } catch {
    return "failed";
  }
}

interface DestinationRow extends SealedRow {
  readonly auth_sealed: Buffer;
  readonly next_auth_sealed: Buffer | null;
}

/** Logins of destinations, including pending ones. */
export const rewrapDestinations = (db: Database, rewrap: Rewrap): Promise<RewrapCounts> =>
  rewrapTable<DestinationRow>(db, {
    select: `SELECT workspace_id, id, auth_sealed, next_auth_sealed FROM destinations
             WHERE (workspace_id, id) > ($1, $2) ORDER BY workspace_id, id`,
    update: `UPDATE destinations SET auth_sealed = $3, next_auth_sealed = $4 WHERE workspace_id = $1 AND id = $2
               AND auth_sealed = $5 AND next_auth_sealed IS NOT DISTINCT FROM $6`,
    change: ({ workspace_id, id, auth_sealed: old, next_auth_sealed: oldNext }) => {
      const sealed = rewrap(old, `${workspace_id}/${id}/auth`);
      const next = oldNext === null ? undefined : rewrap(oldNext, `${workspace_id}/${id}/next_auth`);
      if (sealed === undefined && next === undefined) return undefined;
      return [Buffer.from(sealed ?? old), next ? Buffer.from(next) : oldNext, old, oldNext];
    },
  });

/** Logins of sources. */
export const rewrapSources = (db: Database, rewrap: Rewrap): Promise<RewrapCounts> =>
  rewrapTable<Pick<DestinationRow, "workspace_id" | "id" | "auth_sealed">>(db, {
    select: `SELECT workspace_id, id, auth_sealed FROM sources
             WHERE auth_sealed IS NOT NULL AND (workspace_id, id) > ($1, $2) ORDER BY workspace_id, id`,
    update: "UPDATE sources SET auth_sealed = $3 WHERE workspace_id = $1 AND id = $2 AND auth_sealed = $4",
    change: ({ workspace_id, id, auth_sealed: old }) => {
      const sealed = rewrap(old, `${workspace_id}/${id}/auth`);
      return sealed && [Buffer.from(sealed), old];
    },
  });

/** The sealed columns of an endpoint, each with its content. */
const ENDPOINT_COLUMNS = [
  ["secret_sealed", "secret"],
  ["private_key_sealed", "key_pair"],
  ["headers_sealed", "headers"],
  ["plain_secret_sealed", "plain_secret"],
  ["client_key_sealed", "client_key"],
] as const;
type EndpointColumn = (typeof ENDPOINT_COLUMNS)[number];

const ENDPOINT_COLUMN_NAMES = ENDPOINT_COLUMNS.map(([column]) => column);
/** $1 and $2 are the key, followed by the new values and the old ones. */
const valueAfter = (index: number) => `$${index + 3}`;
const valueBefore = (index: number) => `$${index + 4 + ENDPOINT_COLUMNS.length}`;

interface EndpointRow extends SealedRow, Readonly<Record<EndpointColumn[0], Buffer | null>> {
  readonly former_keys: readonly { readonly kind: "secret" | "key_pair"; readonly sealed: string }[];
}

/** Signing keys of webhook endpoints, including former ones, and their other sealed values. */
export const rewrapEndpoints = (
  db: Database,
  rewrap: Rewrap,
  placeOf: (kind: EndpointColumn[1], endpoint: { workspaceId: string; endpointId: string }) => string,
): Promise<RewrapCounts> =>
  rewrapTable<EndpointRow>(db, {
    select: `SELECT workspace_id, id, ${ENDPOINT_COLUMN_NAMES}, former_keys FROM webhook_endpoints
             WHERE (workspace_id, id) > ($1, $2) ORDER BY workspace_id, id`,
    update: `UPDATE webhook_endpoints
             SET ${ENDPOINT_COLUMN_NAMES.map((column, i) => `${column} = ${valueAfter(i)}`)},
                 former_keys = ${valueAfter(ENDPOINT_COLUMNS.length)}::jsonb
             WHERE workspace_id = $1 AND id = $2
               AND ${ENDPOINT_COLUMN_NAMES.map((column, i) => `${column} IS NOT DISTINCT FROM ${valueBefore(i)}`).join(" AND ")}
               AND former_keys = ${valueBefore(ENDPOINT_COLUMNS.length)}::jsonb`,
    change: (row) => {
      const endpoint = { workspaceId: row.workspace_id, endpointId: row.id };
      const { former_keys: former } = row;
      const before = ENDPOINT_COLUMN_NAMES.map((column) => row[column]);
      const rewrapped = ENDPOINT_COLUMNS.map(([column, kind]) => {
        const sealed = row[column];
        return sealed === null ? undefined : rewrap(sealed, placeOf(kind, endpoint));
      });
      const newFormer = former.map((key) => rewrap(Buffer.from(key.sealed, "base64"), placeOf(key.kind, endpoint)));
      if (![...rewrapped, ...newFormer].some((sealed) => sealed !== undefined)) return undefined;
      const after = rewrapped.map((sealed, i) => (sealed === undefined ? before[i] : Buffer.from(sealed)));
      const formerAfter = former.map((key, i) => {
        const sealed = newFormer[i];
        return sealed === undefined ? key : { ...key, sealed: Buffer.from(sealed).toString("base64") };
      });
      return [...after, JSON.stringify(formerAfter), ...before, JSON.stringify(former)];
    },
  });

interface ArtifactRow extends SealedRow {
  readonly sealed: Buffer;
}

/** Artifacts of the authorization server: refresh tokens live for months, the others for an hour at most. */
export const rewrapArtifacts = (
  db: Database,
  rewrap: Rewrap,
  placeOf: (model: string, idHash: Uint8Array) => string,
): Promise<RewrapCounts> =>
  rewrapTable<ArtifactRow>(db, {
    select: `SELECT model AS workspace_id, encode(id_hash, 'hex') AS id, sealed FROM oauth_artifacts
             WHERE (model, id_hash) > ($1, decode($2, 'hex')) AND expires_at > now() ORDER BY model, id_hash`,
    update: `UPDATE oauth_artifacts SET sealed = $3 WHERE model = $1 AND id_hash = decode($2, 'hex') AND sealed = $4`,
    change: ({ workspace_id: model, id, sealed: old }) => {
      const sealed = rewrap(old, placeOf(model, Buffer.from(id, "hex")));
      return sealed && [Buffer.from(sealed), old];
    },
  });

/** Secrets of authenticator apps. */
export const rewrapTotp = (db: Database, rewrap: Rewrap, placeOf: (userId: string) => string): Promise<RewrapCounts> =>
  rewrapTable<ArtifactRow>(db, {
    select: `SELECT '' AS workspace_id, id, totp_sealed AS sealed FROM users
             WHERE totp_sealed IS NOT NULL AND ('', id) > ($1, $2) ORDER BY id`,
    update: "UPDATE users SET totp_sealed = $3 WHERE $1 = '' AND id = $2 AND totp_sealed = $4",
    change: ({ id, sealed: old }) => {
      const sealed = rewrap(old, placeOf(id));
      return sealed && [Buffer.from(sealed), old];
    },
  });

/** Client secrets of single sign-on. */
export const rewrapSingleSignOn = (
  db: Database,
  rewrap: Rewrap,
  placeOf: (workspaceId: string) => string,
): Promise<RewrapCounts> =>
  rewrapTable<ArtifactRow>(db, {
    select: `SELECT workspace_id, '' AS id, client_secret_sealed AS sealed FROM single_sign_on
             WHERE (workspace_id, '') > ($1, $2) ORDER BY workspace_id`,
    update: `UPDATE single_sign_on SET client_secret_sealed = $3
             WHERE workspace_id = $1 AND $2 = '' AND client_secret_sealed = $4`,
    change: ({ workspace_id, sealed: old }) => {
      const sealed = rewrap(old, placeOf(workspace_id));
      return sealed && [Buffer.from(sealed), old];
    },
  });

/** Mails that wait to be sent, and those of the local outbox. */
export const rewrapMails = (db: Database, rewrap: Rewrap, placeOf: (id: string) => string): Promise<RewrapCounts> =>
  rewrapTable<ArtifactRow>(db, {
    select: `SELECT workspace_id, id, sealed FROM account_mails
             WHERE sealed IS NOT NULL AND (workspace_id, id) > ($1, $2) ORDER BY workspace_id, id`,
    update: "UPDATE account_mails SET sealed = $3 WHERE workspace_id = $1 AND id = $2 AND sealed = $4",
    change: ({ id, sealed: old }) => {
      const sealed = rewrap(old, placeOf(id));
      return sealed && [Buffer.from(sealed), old];
    },
  });

/** Host keys of the SFTP server that partners fetch from. */
export const rewrapHostKeys = (db: Database, rewrap: Rewrap): Promise<RewrapCounts> =>
  rewrapTable<ArtifactRow>(db, {
    select: `SELECT '' AS workspace_id, type AS id, sealed FROM sftp_host_keys WHERE ('', type) > ($1, $2) ORDER BY type`,
    update: `UPDATE sftp_host_keys SET sealed = $3 WHERE $1 = '' AND type = $2 AND sealed = $4`,
    change: ({ id: type, sealed: old }) => {
      const sealed = rewrap(old, `sftp_host_keys/${type}`);
      return sealed && [Buffer.from(sealed), old];
    },
  });
