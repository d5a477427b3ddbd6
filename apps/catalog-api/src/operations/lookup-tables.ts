import { createLookupTable } from "@skucast/catalog/lookup-tables/create-lookup-table";
import { deleteLookupTable } from "@skucast/catalog/lookup-tables/delete-lookup-table";
import { getLookupTable } from "@skucast/catalog/lookup-tables/get-lookup-table";
import { listLookupRows } from "@skucast/catalog/lookup-tables/list-lookup-rows";
import { listLookupTables } from "@skucast/catalog/lookup-tables/list-lookup-tables";
import { replaceLookupRows } from "@skucast/catalog/lookup-tables/replace-lookup-rows";
import { updateLookupTable } from "@skucast/catalog/lookup-tables/update-lookup-table";
import type { lookupTableRoutes } from "@skucast/contracts/lookup-tables/routes";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { page } from "./pages.js";
import { created, noContent, resource } from "./replies.js";
import { writeOptions } from "./write-options.js";

export function lookupTableOperations({ catalog: ctx, cursors }: ApiContext): HandlersOf<typeof lookupTableRoutes> {
  return {
    listLookupTables: (call) =>
      page(cursors, call, { name: "lookup-tables", filter: {} }, (input) =>
        listLookupTables({ ctx, principal: call.principal, input }),
      ),

    createLookupTable: async (call) => {
      const options = writeOptions(call);
      const table = await createLookupTable({
        ctx,
        principal: call.principal,
        input: { table: call.body, ...options },
      });
      return created(table, "/lookup-tables", options.validateOnly);
    },

    getLookupTable: async ({ principal, params }) =>
      resource(await getLookupTable({ ctx, principal, input: { id: params.lookup_table_id } })),

    updateLookupTable: async (call) => {
      const input = { id: call.params.lookup_table_id, patch: call.body, ...writeOptions(call) };
      return resource(await updateLookupTable({ ctx, principal: call.principal, input }), input.validateOnly);
    },

    deleteLookupTable: async (call) => {
      const input = { id: call.params.lookup_table_id, ...writeOptions(call) };
      await deleteLookupTable({ ctx, principal: call.principal, input });
      return noContent;
    },

    listLookupRows: (call) => {
      const id = call.params.lookup_table_id;
      const { key: prefix } = call.query;
      return page(cursors, call, { name: "lookup-rows", filter: { id, prefix } }, (input) =>
        listLookupRows({ ctx, principal: call.principal, input: { ...input, id, prefix } }),
      );
    },

    replaceLookupRows: async (call) => {
      const input = { id: call.params.lookup_table_id, content: call.body, ...writeOptions(call) };
      return resource(await replaceLookupRows({ ctx, principal: call.principal, input }), input.validateOnly);
    },
  };
}
