/** The part of a transaction that is needed. Prisma and node-postgres both provide it. */
interface SqlReader {
  query<Row>(text: string, values: unknown[]): Promise<Row[]>;
}

export interface AuditEntryRow {
  readonly id: string;
  readonly at: Date;
  readonly actor: Readonly<Record<string, unknown>>;
  readonly action: string;
  readonly object_id: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly request_id: string | null;
  readonly server_request_id: string | null;
}

export interface AuditFilter {
  readonly workspaceId: string;
  /** Only entries before this id. Ids sort by time. */
  readonly beforeId?: string | undefined;
  /** Only this id and later ones. */
  readonly fromId?: string | undefined;
  readonly action?: string | undefined;
  readonly actorId?: string | undefined;
  readonly actorType?: string | undefined;
  readonly objectId?: string | undefined;
  readonly limit: number;
}

/** Entries of the audit log, newest first. Each filter has an index that starts with it and ends with the id. */
export function listAuditEntries(client: SqlReader, filter: AuditFilter): Promise<AuditEntryRow[]> {
  const wanted: readonly (readonly [condition: string, value: string | undefined])[] = [
    ["workspace_id =", filter.workspaceId],
    ["id <", filter.beforeId],
    ["id >=", filter.fromId],
    ["action =", filter.action],
    ["actor->>'id' =", filter.actorId],
    ["actor->>'type' =", filter.actorType],
    ["object_id =", filter.objectId],
  ];
  const given = wanted.filter(([, value]) => value !== undefined);
  const conditions = given.map(([condition], i) => `${condition} $${i + 1}`);
  return client.query<AuditEntryRow>(
    `SELECT id, at, actor, action, object_id, details, ip, user_agent, request_id, server_request_id FROM audit_entries
     WHERE ${conditions.join(" AND ")} ORDER BY id DESC LIMIT $${given.length + 1}::integer`,
    [...given.map(([, value]) => value), filter.limit],
  );
}
