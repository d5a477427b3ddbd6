import { listImportedRows } from "@skucast/catalog/imports/list-imported-rows";
import { idSchema } from "@skucast/contracts/ids";
import { importedRowsQuery } from "@skucast/contracts/imports/imported-row";
import { z } from "zod";
import { defineResource } from "./define-resource.js";

/** Several rows may start on one line, for example in XML. */
const ROWS_MAX = 100;

export const importedRowResource = defineResource({
  name: "imported_row",
  title: "Row of an import",
  description: "What became of the row that starts on a line of an imported file, and of each of its cells.",
  uriTemplate: "skucast://imports/{import_id}/lines/{line}",
  scopes: ["products:read"],
  variables: z.strictObject({ import_id: idSchema("imp"), line: importedRowsQuery.shape.line.unwrap() }),
  read: async ({ ctx, principal, variables: { import_id: id, line } }) => {
    const input = { id, line, after: "", limit: ROWS_MAX };
    const { items } = await listImportedRows({ ctx: ctx.catalog, principal, input });
    return { rows: items };
  },
});
