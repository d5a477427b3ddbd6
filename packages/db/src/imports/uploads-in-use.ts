import type { Database } from "../database.js";

/** Those of the uploaded files that an import of any workspace refers to. */
export async function findUploadsInUse(db: Database, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.system.query<{ upload: string }>("SELECT upload FROM imports WHERE upload = ANY($1)", [
    names,
  ]);
  return new Set(rows.map(({ upload }) => upload));
}
