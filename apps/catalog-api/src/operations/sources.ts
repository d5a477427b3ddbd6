import { listImports } from "@skucast/catalog/imports/list-imports";
import { createSource } from "@skucast/catalog/sources/create-source";
import { deleteSource } from "@skucast/catalog/sources/delete-source";
import { getSource } from "@skucast/catalog/sources/get-source";
import { listSources } from "@skucast/catalog/sources/list-sources";
import { startSourceRun } from "@skucast/catalog/sources/start-source-run";
import { updateSource } from "@skucast/catalog/sources/update-source";
import type { sourceRoutes } from "@skucast/contracts/sources/routes";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { page } from "./pages.js";
import { created, noContent, resource, started } from "./replies.js";
import { writeOptions } from "./write-options.js";

export function sourceOperations({ catalog: ctx, cursors }: ApiContext): HandlersOf<typeof sourceRoutes> {
  return {
    listSources: (call) =>
      page(cursors, call, { name: "sources", filter: {} }, (input) =>
        listSources({ ctx, principal: call.principal, input }),
      ),

    createSource: async (call) => {
      const options = writeOptions(call);
      const input = { source: call.body, ...options };
      return created(await createSource({ ctx, principal: call.principal, input }), "/sources", options.validateOnly);
    },

    getSource: async ({ principal, params }) =>
      resource(await getSource({ ctx, principal, input: { id: params.source_id } })),

    updateSource: async (call) => {
      const input = { id: call.params.source_id, patch: call.body, ...writeOptions(call) };
      return resource(await updateSource({ ctx, principal: call.principal, input }), input.validateOnly);
    },

    deleteSource: async (call) => {
      const input = { id: call.params.source_id, ...writeOptions(call) };
      await deleteSource({ ctx, principal: call.principal, input });
      return noContent;
    },

    startSourceRun: async (call) => {
      const options = writeOptions(call);
      const input = { id: call.params.source_id, force: call.body.force, ...options };
      return started(await startSourceRun({ ctx, principal: call.principal, input }), "/imports", options.validateOnly);
    },

    listSourceRuns: async (call) => {
      const { source_id: sourceId } = call.params;
      await getSource({ ctx, principal: call.principal, input: { id: sourceId } });
      return page(cursors, call, { name: "source runs", filter: { sourceId } }, (input) =>
        listImports({ ctx, principal: call.principal, input: { ...input, sourceId } }),
      );
    },
  };
}
