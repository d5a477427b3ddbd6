import { defineRoute } from "../define-route.js";
import { LIMITS } from "../limits.js";
import {
  productExportListQuery,
  productExportListSchema,
  productExportParams,
  productExportSchema,
} from "./product-export.js";

const tag = "Exports";
const scope = "products:read";
const wholeWorkspaceOnly = true;

export const productExportRoutes = {
  startProductExport: defineRoute({
    id: "startProductExport",
    method: "POST",
    path: "/product-exports",
    tag,
    summary: "Export all products",
    description:
      "Writes a file with all products in the background: JSON Lines, compressed with gzip, one product a line as `GET " +
      "/products/{sku}` returns it, in the order of the SKUs. A product that changes meanwhile is in it before or after the " +
      `change. Poll the export until it has succeeded. A workspace has one export at a time; the last ${LIMITS.productExportsKept} files are kept ` +
      `for ${LIMITS.productExportDays} days. For changes only, use \`GET /products?sort=updated_at\`.`,
    scope,
    wholeWorkspaceOnly,
    reads: true,
    startsResource: true,
    responses: { 202: productExportSchema },
    errors: ["conflict"],
  }),
  listProductExports: defineRoute({
    id: "listProductExports",
    method: "GET",
    path: "/product-exports",
    tag,
    summary: "List exports of products, newest first",
    scope,
    wholeWorkspaceOnly,
    query: productExportListQuery,
    responses: { 200: productExportListSchema },
    errors: ["invalid_cursor"],
  }),
  getProductExport: defineRoute({
    id: "getProductExport",
    method: "GET",
    path: "/product-exports/{export_id}",
    tag,
    summary: "Retrieve an export of products",
    scope,
    wholeWorkspaceOnly,
    params: productExportParams,
    responses: { 200: productExportSchema },
    errors: ["not_found"],
  }),
  getProductExportFile: defineRoute({
    id: "getProductExportFile",
    method: "GET",
    path: "/product-exports/{export_id}/file",
    tag,
    summary: "Download the file of an export of products",
    scope,
    wholeWorkspaceOnly,
    params: productExportParams,
    fileTypes: ["application/gzip"],
    responses: { 200: "file" },
    errors: ["not_found", "conflict"],
  }),
};
