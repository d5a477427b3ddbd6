import { unlink } from "node:fs/promises";
import {
  getWorkspaceExport,
  getWorkspaceImport,
  listWorkspaceExports,
  listWorkspaceImports,
} from "@skucast/catalog/workspace-transfers/list-transfers";
import {
  openWorkspaceExport,
  recordWorkspaceDownload,
  startWorkspaceExport,
  startWorkspaceImport,
} from "@skucast/catalog/workspace-transfers/start-transfer";
import { Problem } from "@skucast/contracts/problem";
import type { workspaceTransferRoutes } from "@skucast/contracts/workspace-transfers/routes";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { openArchive } from "../workspace-transfers/open-archive.js";
import { page } from "./pages.js";
import { resource, started } from "./replies.js";
import { writeOptions } from "./write-options.js";

export function workspaceTransferOperations(api: ApiContext): HandlersOf<typeof workspaceTransferRoutes> {
  const { catalog: ctx, cursors, files } = api;
  return {
    startWorkspaceExport: async (call) => {
      const options = writeOptions(call);
      const accepted = await startWorkspaceExport({ ctx, principal: call.principal, input: options });
      return started(accepted, "/workspace/exports", options.validateOnly);
    },

    listWorkspaceExports: (call) =>
      page(cursors, call, { name: "workspace exports", filter: {} }, (input) =>
        listWorkspaceExports({ ctx, principal: call.principal, input }),
      ),

    getWorkspaceExport: async ({ principal, params }) =>
      resource(await getWorkspaceExport({ ctx, principal, input: { id: params.export_id } })),

    getWorkspaceArchive: async (call) => {
      const { principal, params } = call;
      const { origin } = writeOptions(call);
      const input = { id: params.export_id, origin };
      const found = await openWorkspaceExport({ ctx, principal, input });
      const archive = await openArchive({ catalog: ctx, files }, principal.workspaceId, found);
      const { bytes, etag } = archive;
      const range = call.rangeOf(archive);
      if (range === "unsatisfiable") {
        throw new Problem("range_not_satisfiable", `The archive has ${bytes} bytes.`, {
          headers: { "Content-Range": `bytes */${bytes}` },
        });
      }
      const isPart = range !== "whole";
      await recordWorkspaceDownload({ ctx, principal, input: { ...input, isPart } });
      return {
        status: isPart ? 206 : 200,
        stream: archive.stream(isPart ? range : undefined),
        contentType: "application/x-tar",
        length: isPart ? range.end - range.start + 1 : bytes,
        fileName: `${principal.workspaceId}-${found.id}.tar`,
        etag,
        headers: {
          "Cache-Control": "no-store",
          "Accept-Ranges": "bytes",
          ...(isPart && { "Content-Range": `bytes ${range.start}-${range.end}/${bytes}` }),
        },
      };
    },

    startWorkspaceImport: async (call) => {
      const { upload, principal } = call;
      const options = writeOptions(call);
      let isKept = false;
      try {
        const archive = { upload: upload.name, bytes: upload.bytes };
        const accepted = await startWorkspaceImport({ ctx, principal, input: { archive, ...options } });
        isKept = !options.validateOnly;
        return started(accepted, "/workspace/imports", options.validateOnly);
      } finally {
        if (!isKept) await unlink(upload.path).catch(() => undefined);
      }
    },

    listWorkspaceImports: (call) =>
      page(cursors, call, { name: "workspace imports", filter: {} }, (input) =>
        listWorkspaceImports({ ctx, principal: call.principal, input }),
      ),

    getWorkspaceImport: async ({ principal, params }) =>
      resource(await getWorkspaceImport({ ctx, principal, input: { id: params.import_id } })),
  };
}
