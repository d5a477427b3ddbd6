import type { ImportErrorGroup } from "@skucast/contracts/imports/report";
import { LIMITS } from "@skucast/contracts/limits";
import type { WorkspaceTransaction } from "@skucast/db/prisma";

const VALUES_MAX = 3;

const GROUP = `
  SELECT severity, pointer, (array_agg(column_name ORDER BY line, number))[1] AS "column", code,
    (array_agg(message ORDER BY line, number))[1] AS message, count(*)::int AS count, min(line) AS first_line,
    coalesce((array_agg(DISTINCT value) FILTER (WHERE value <> ''))[1:${VALUES_MAX}], '{}') AS "values"
  FROM import_errors WHERE workspace_id = $1 AND import_id = $2
  GROUP BY severity, pointer, code
  ORDER BY count(*) DESC, min(line), pointer, code LIMIT ${LIMITS.importErrorGroupsMax}`;

/** The listed errors and warnings of an import by kind, the most frequent first. */
export const groupErrors = (
  tx: WorkspaceTransaction,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
): Promise<ImportErrorGroup[]> => tx.$queryRawUnsafe<ImportErrorGroup[]>(GROUP, workspaceId, id);
