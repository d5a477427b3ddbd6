import { LIMITS } from "@skucast/contracts/limits";
import type { LookupTables } from "@skucast/contracts/lookup-tables/lookup-table";
import { textArray } from "../array-parameter.js";
import type { Database, TransactionClient } from "../database.js";

type Rows = ReadonlyMap<string, string>;

/** How tables are read: with the rights of a workspace, of a worker, or of a visitor. */
interface Reading {
  /** The versions of the tables that exist and can be seen. */
  versions(ids: readonly string[]): Promise<readonly { readonly id: string; readonly version: string }[]>;
  rows(id: string): Promise<readonly { readonly key: string; readonly value: string }[]>;
}

/**
 * The lookup tables with these ids, without those that do not exist. A table that was read before is read again only if
 * it has changed; the tables that were used last are kept.
 */
export function readLookupTables(
  db: Database,
  client: Pick<TransactionClient, "query">,
  { workspaceId, ids }: { workspaceId: string; ids: readonly string[] },
): Promise<LookupTables> {
  return readTables(db, ids, {
    versions: async (wanted) =>
      (
        await client.query({
          name: "lookups.versions",
          text: "SELECT id, version FROM lookup_tables WHERE workspace_id = $1 AND id = ANY ($2::text[])",
          values: [workspaceId, textArray(wanted)],
        })
      ).rows,
    rows: async (id) =>
      (
        await client.query({
          name: "lookups.rows",
          text: "SELECT key, value FROM lookup_rows WHERE workspace_id = $1 AND table_id = $2",
          values: [workspaceId, id],
        })
      ).rows,
  });
}

/** The lookup tables with these ids that published channels use, for visitors of the public directory. */
export function readDirectoryLookupTables(db: Database, ids: readonly string[]): Promise<LookupTables> {
  return readTables(db, ids, {
    versions: async (wanted) =>
      (
        await db.visitor.query({
          name: "directory_lookup_tables",
          text: "SELECT * FROM directory_lookup_tables($1)",
          values: [textArray(wanted)],
        })
      ).rows,
    rows: async (id) =>
      (
        await db.visitor.query({
          name: "directory_lookup_rows",
          text: "SELECT * FROM directory_lookup_rows($1)",
          values: [id],
        })
      ).rows,
  });
}

async function readTables(db: Database, ids: readonly string[], reading: Reading): Promise<LookupTables> {
  const tables = new Map<string, Rows>();
  if (ids.length === 0) return tables;
  const cache = cacheOf(db);
  for (const { id, version } of await reading.versions(ids)) {
    // Ids are unique in the whole database, so a table has the same rows for everyone who may read it.
    const rows = cache.get(id, version) ?? cache.put(id, version, rowsOf(await reading.rows(id)));
    tables.set(id, rows);
  }
  return tables;
}

const rowsOf = (rows: readonly { readonly key: string; readonly value: string }[]): Rows =>
  new Map(rows.map(({ key, value }) => [key, value]));

interface Cached {
  readonly version: string;
  readonly rows: Rows;
  readonly bytes: number;
}

interface Cache {
  get(id: string, version: string): Rows | undefined;
  put(id: string, version: string, rows: Rows): Rows;
}

const caches = new WeakMap<Database, Cache>();

/** The tables of a database that this process used last. */
function cacheOf(db: Database): Cache {
  const known = caches.get(db) ?? createCache(LIMITS.lookupCacheBytesMax);
  caches.set(db, known);
  return known;
}

function createCache(bytesMax: number): Cache {
  // In the order of their last use.
  const kept = new Map<string, Cached>();
  let bytes = 0;
  const drop = (id: string): void => {
    bytes -= kept.get(id)?.bytes ?? 0;
    kept.delete(id);
  };
  return {
    get(id, version) {
      const found = kept.get(id);
      if (found?.version !== version) return undefined;
      kept.delete(id);
      kept.set(id, found);
      return found.rows;
    },
    put(id, version, rows) {
      drop(id);
      const size = [...rows].reduce((sum, [key, value]) => sum + key.length + value.length, 0);
      kept.set(id, { version, rows, bytes: size });
      bytes += size;
      for (const oldest of kept.keys()) {
        if (bytes <= bytesMax) break;
        drop(oldest);
      }
      return rows;
    },
  };
}
