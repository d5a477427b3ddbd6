import { cancelImport } from "@skucast/catalog/imports/cancel-import";
import { discardImport } from "@skucast/catalog/imports/discard-import";
import { getImport } from "@skucast/catalog/imports/get-import";
import { getImportFile } from "@skucast/catalog/imports/get-import-file";
import { listImportedRows } from "@skucast/catalog/imports/list-imported-rows";
import { listImports } from "@skucast/catalog/imports/list-imports";
import { releaseImport } from "@skucast/catalog/imports/release-import";
import { undoImport } from "@skucast/catalog/imports/undo-import";
import type { importRoutes } from "@skucast/contracts/imports/routes";
import { bindingOf } from "@skucast/contracts/principal";
import { listImportErrors } from "@skucast/db/imports/list-import-errors";
import { listImportOutcomes } from "@skucast/db/imports/list-import-outcomes";
import { listImportRows } from "@skucast/db/imports/list-import-rows";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { previewUpload } from "../imports/preview-upload.js";
import { receiveImport } from "../imports/receive-import.js";
import { renderCorrections } from "../imports/render-corrections.js";
import { renderErrorFile } from "../imports/render-error-file.js";
import { renderReport } from "../imports/render-report.js";
import { renderRowReport } from "../imports/render-row-report.js";
import { page } from "./pages.js";
import { accepted, resource, started } from "./replies.js";
import { writeOptions } from "./write-options.js";

export function importOperations(api: ApiContext): HandlersOf<typeof importRoutes> {
  const { catalog: ctx, cursors } = api;
  return {
    createImport: async (call) => {
      const { principal, upload, query: options } = call;
      const created = await receiveImport(api, { principal, upload, options, write: writeOptions(call) });
      return started(created, "/imports", false);
    },

    previewImport: async ({ principal, upload, query: options }) => ({
      json: await previewUpload(api, { principal, upload, options }),
    }),

    listImports: (call) => {
      const { status, source_id: sourceId } = call.query;
      return page(cursors, call, { name: "imports", filter: { status, sourceId } }, (input) =>
        listImports({ ctx, principal: call.principal, input: { ...input, status, sourceId } }),
      );
    },

    getImport: async ({ principal, params }) =>
      resource(await getImport({ ctx, principal, input: { id: params.import_id } })),

    getImportErrors: async ({ principal, params, query }) => {
      const { imported, plan } = await getImportFile({ ctx, principal, input: { id: params.import_id } });
      const { id } = imported;
      const binding = bindingOf(principal);
      if (query.format === "original") return renderCorrections(id, plan, listImportRows(ctx.db, binding, id));
      return renderErrorFile(id, query.format, listImportErrors(ctx.db, binding, id));
    },

    getImportReport: async ({ principal, params, query }) => {
      const { imported } = await getImportFile({ ctx, principal, input: { id: params.import_id } });
      if (query.by === "column") return renderReport(imported);
      return renderRowReport(imported, listImportOutcomes(ctx.db, bindingOf(principal), imported.id, { from: 0 }));
    },

    listImportedRows: (call) => {
      const { outcome: kind, line } = call.query;
      const id = call.params.import_id;
      return page(cursors, call, { name: "imported rows", filter: { id, kind, line } }, (input) =>
        listImportedRows({ ctx, principal: call.principal, input: { ...input, id, kind, line } }),
      );
    },

    cancelImport: async (call) => {
      const options = writeOptions(call);
      const { principal, params } = call;
      const input = { id: params.import_id, ...options };
      return resource(await cancelImport({ ctx, principal, input }), options.validateOnly);
    },

    undoImport: async (call) => {
      const { principal, params, body } = call;
      const { validateOnly } = writeOptions(call);
      const input = { id: params.import_id, ...body, validateOnly };
      return { json: await undoImport({ ctx, principal, input }) };
    },

    releaseImport: async (call) => {
      const options = writeOptions(call);
      const input = { id: call.params.import_id, reason: call.body.reason, ...options };
      return accepted(await releaseImport({ ctx, principal: call.principal, input }), options.validateOnly);
    },

    discardImport: async (call) => {
      const input = { id: call.params.import_id, reason: call.body.reason, ...writeOptions(call) };
      return resource(await discardImport({ ctx, principal: call.principal, input }), input.validateOnly);
    },
  };
}
