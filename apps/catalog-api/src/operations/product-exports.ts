import {
  fileBytesOf,
  getProductExport,
  listProductExports,
  openProductExport,
  startProductExport,
} from "@skucast/catalog/product-exports/product-exports";
import type { productExportRoutes } from "@skucast/contracts/product-exports/routes";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { openProductFile } from "../product-exports/open-product-file.js";
import { page } from "./pages.js";
import { resource, started } from "./replies.js";
import { writeOptions } from "./write-options.js";

export function productExportOperations(api: ApiContext): HandlersOf<typeof productExportRoutes> {
  const { catalog: ctx, cursors, files } = api;
  return {
    startProductExport: async (call) =>
      started(
        await startProductExport({ ctx, principal: call.principal, input: writeOptions(call) }),
        "/product-exports",
        false,
      ),

    listProductExports: (call) =>
      page(cursors, call, { name: "product exports", filter: {} }, (input) =>
        listProductExports({ ctx, principal: call.principal, input }),
      ),

    getProductExport: async ({ principal, params }) =>
      resource(await getProductExport({ ctx, principal, input: { id: params.export_id } })),

    getProductExportFile: async (call) => {
      const { principal, params } = call;
      const { origin } = writeOptions(call);
      const row = await openProductExport({ ctx, principal, input: { id: params.export_id, origin } });
      return {
        status: 200,
        stream: openProductFile(files, row),
        contentType: "application/gzip",
        length: fileBytesOf(row),
        fileName: `products-${row.id}.jsonl.gz`,
        headers: { "Cache-Control": "no-store" },
      };
    },
  };
}
