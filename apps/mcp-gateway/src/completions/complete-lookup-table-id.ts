import { listLookupTables } from "@skucast/catalog/lookup-tables/list-lookup-tables";
import { LIMITS } from "@skucast/contracts/limits";
import { defineCompletion } from "./define-completion.js";
import { idsNamed } from "./ids-named.js";

/** Ids of lookup tables whose id starts with the typed text or whose name contains it. */
export const completeLookupTableId = defineCompletion("channels:read", async ({ ctx, principal, typed }) => {
  const input = { after: "", limit: LIMITS.lookupTablesPerWorkspace };
  const { items } = await listLookupTables({ ctx: ctx.catalog, principal, input });
  return idsNamed(items, typed);
});
