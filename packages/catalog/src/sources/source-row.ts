import { LOCATION_NAMES, type Source, sourceSchema } from "@skucast/contracts/sources/source";
import { Prisma, type Source as SourceRow } from "@skucast/db/generated/client";
import { nextTimeOf } from "@skucast/profiles/next-time-of";
import type { Change } from "../transactions.js";

type Scope = Pick<Change, "tx" | "workspaceId">;
type LastImport = NonNullable<Source["last_import"]>;

/** A stored source as returned to clients: without its secret. */
export async function renderSource(scope: Scope, row: SourceRow): Promise<Source> {
  const [source] = await renderSources(scope, [row]);
  if (source === undefined) throw new Error("a source was not rendered");
  return source;
}

/** Renders several sources with one query for their imports. */
export async function renderSources(scope: Scope, rows: readonly SourceRow[]): Promise<Source[]> {
  const last = await lastImports(
    scope,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => sourceOf(row, last.get(row.id) ?? null));
}

/** The newest import of each source, with one index lookup each. */
const LAST_IMPORTS = `
  SELECT s.id AS source_id, i.id, i.status
  FROM unnest($2::text[]) AS s (id)
  CROSS JOIN LATERAL (
    SELECT id, status FROM imports WHERE workspace_id = $1 AND source_id = s.id ORDER BY id DESC LIMIT 1
  ) AS i`;

async function lastImports({ tx, workspaceId }: Scope, ids: string[]): Promise<Map<string, LastImport>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.$queryRawUnsafe<({ source_id: string } & LastImport)[]>(LAST_IMPORTS, workspaceId, ids);
  return new Map(rows.map(({ source_id, id, status }) => [source_id, { id, status }]));
}

function sourceOf(row: SourceRow, lastImport: LastImport | null): Source {
  const { authName, authType: type } = row;
  return sourceSchema.parse({
    id: row.id,
    name: row.name,
    type: row.type,
    status: row.status,
    schedule: row.schedule,
    ...(row.location as object),
    auth: {
      type,
      ...(authName !== null && { [type === "header" ? "name" : "username"]: authName }),
      ...(row.publicKey !== null && { public_key: row.publicKey }),
    },
    ...(row.options as object),
    health: row.health,
    last_error: row.lastError,
    bound_to: row.boundTo,
    failing_since: row.failingSince?.toISOString() ?? null,
    last_checked_at: row.lastCheckedAt?.toISOString() ?? null,
    last_import: lastImport,
    next_run_at: row.nextRunAt?.toISOString() ?? null,
    version: Number(row.version),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  });
}

/** For a source that was only validated: its key pair is not stored, so the public key must not be installed. */
export const withoutPublicKey = ({ auth: { public_key: _, ...auth }, ...source }: Source): Source => ({
  ...source,
  auth,
});

/** The location of a source's file, as stored. */
export const locationOf = (
  source: Pick<Source, "type"> & { readonly [Name in (typeof LOCATION_NAMES)["url" | "sftp"][number]]?: unknown },
) => Object.fromEntries(LOCATION_NAMES[source.type].map((name) => [name, source[name]])) as Prisma.InputJsonObject;

/** The columns of a schedule. */
export const scheduleColumns = ({ schedule, status }: Pick<Source, "schedule" | "status">, now: Date) => ({
  schedule: schedule ?? Prisma.DbNull,
  nextRunAt: schedule !== null && status === "active" ? nextTimeOf(schedule, now) : null,
});

/** The `object` of a source's events. */
export const sourceEventObject = ({ id, name, type, status, mode, schedule, version }: Source) => ({
  id,
  name,
  type,
  status,
  mode,
  schedule,
  version,
});
