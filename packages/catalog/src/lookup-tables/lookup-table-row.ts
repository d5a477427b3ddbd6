import type { LookupTable } from "@skucast/contracts/lookup-tables/lookup-table";
import type { LookupTable as LookupTableRow } from "@skucast/db/generated/client";

/** A stored lookup table as returned to clients. */
export const lookupTableOf = (row: LookupTableRow): LookupTable => ({
  id: row.id,
  name: row.name,
  row_count: row.rowCount,
  bytes: Number(row.bytes),
  version: Number(row.version),
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
