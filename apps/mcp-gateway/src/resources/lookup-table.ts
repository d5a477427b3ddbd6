import { getLookupTable } from "@skucast/catalog/lookup-tables/get-lookup-table";
import { listLookupRows } from "@skucast/catalog/lookup-tables/list-lookup-rows";
import { idSchema } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import { z } from "zod";
import { completeLookupTableId } from "../completions/complete-lookup-table-id.js";
import { defineResource } from "./define-resource.js";

export const lookupTableResource = defineResource({
  name: "lookup-table",
  title: "A lookup table",
  description: "Values by key that rules of the type lookup_table use: the first rows, and how many there are.",
  uriTemplate: "skucast://lookup-tables/{lookup_table_id}",
  scopes: ["channels:read"],
  completions: { lookup_table_id: completeLookupTableId },
  variables: z.strictObject({ lookup_table_id: idSchema("lkt") }),
  read: async ({ ctx, principal, variables: { lookup_table_id: id } }) => {
    const call = { ctx: ctx.catalog, principal };
    const table = await getLookupTable({ ...call, input: { id } });
    const { items } = await listLookupRows({ ...call, input: { id, after: "", limit: LIMITS.pageSizeMax } });
    return { ...table, rows: Object.fromEntries(items.map(({ key, value }) => [key, value])) };
  },
});
