import type { Import, ImportStatus } from "@skucast/contracts/imports/import";
import type { Call } from "../call.js";
import { type Page, type PageRequest, pageInPortions } from "../page.js";
import { runRead } from "../transactions.js";
import { importOf } from "./import-row.js";

/** A page of a workspace's imports, newest first. */
export function listImports(
  call: Call<PageRequest & { status?: ImportStatus | undefined; sourceId?: string | undefined }>,
): Promise<Page<Import>> {
  const { status, sourceId } = call.input;
  return runRead(call, "products:read", (tx, workspaceId) =>
    pageInPortions(call.input, async ({ after, limit }) => {
      const where = {
        workspaceId,
        ...(status && { status }),
        ...(sourceId && { sourceId }),
        ...(after !== "" && { id: { lt: after } }),
      };
      const rows = await tx.import.findMany({ where, orderBy: { id: "desc" }, take: limit });
      return rows.map(importOf);
    }),
  );
}
