import { defineRoute } from "../define-route.js";
import { writeQuery } from "../feeds/feed.js";
import { LIMITS } from "../limits.js";
import {
  importDiscardSchema,
  importListQuery,
  importListSchema,
  importParams,
  importPreviewQuery,
  importPreviewSchema,
  importQuery,
  importReleaseSchema,
  importSchema,
} from "./import.js";
import { importUndoRequestSchema, importUndoSchema } from "./import-undo.js";
import { importedRowListSchema, importedRowsQuery } from "./imported-row.js";
import { importErrorsQuery, importReportQuery } from "./report.js";

const tag = "Imports";

const MEDIA_TYPES: readonly string[] = [
  "text/csv",
  "text/tab-separated-values",
  "application/jsonl",
  "application/x-ndjson",
  "application/xml",
  "text/xml",
  "application/rss+xml",
  "application/json",
  "application/zip",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/gzip",
  "application/octet-stream",
  "text/plain",
];

export const importRoutes = {
  createImport: defineRoute({
    id: "createImport",
    method: "POST",
    path: "/imports",
    tag,
    summary: "Import a product file",
    description:
      "The body is the file: CSV, TSV, JSON, JSON Lines, XML (RSS and Atom with g: fields, or any XML with a path to its rows) or XLSX, uncompressed, as gzip, or as the only file in a ZIP archive. The file is stored and its first rows are read; the response shows which column becomes which field. The rows are imported in the background, one import per workspace at a time.",
    scope: "products:write",
    query: importQuery,
    upload: {
      mediaTypes: MEDIA_TYPES,
      bytesMax: LIMITS.importBytesMax,
    },
    startsResource: true,
    responses: { 202: importSchema },
    errors: ["limit_reached", "payload_too_large", "unsupported_media_type", "validation_failed"],
  }),
  previewImport: defineRoute({
    id: "previewImport",
    method: "POST",
    path: "/imports/preview",
    tag,
    summary: "Preview an import",
    description:
      `The body is the start of the file: up to ${LIMITS.importPreviewBytesMax.toLocaleString("en")} bytes, also of gzip. Send a ZIP archive or a workbook completely, up to ${LIMITS.importPreviewZipBytesMax.toLocaleString("en")} bytes. ` +
      "Returns the columns with sample values and mappings, the first rows with the errors that an import would report, " +
      "such as missing fields of a new product, and counts for more rows. It works even if no column is mapped to the " +
      "SKU. Nothing is stored.",
    scope: "products:read",
    query: importPreviewQuery,
    reads: true,
    upload: { mediaTypes: MEDIA_TYPES, bytesMax: LIMITS.importPreviewZipBytesMax },
    responses: { 200: importPreviewSchema },
    errors: ["payload_too_large", "unsupported_media_type", "validation_failed"],
  }),
  listImports: defineRoute({
    id: "listImports",
    method: "GET",
    path: "/imports",
    tag,
    summary: "List imports, newest first",
    scope: "products:read",
    query: importListQuery,
    responses: { 200: importListSchema },
    errors: ["invalid_cursor"],
  }),
  getImport: defineRoute({
    id: "getImport",
    method: "GET",
    path: "/imports/{import_id}",
    tag,
    summary: "Retrieve an import",
    scope: "products:read",
    params: importParams,
    hasUnversionedParts: true,
    responses: { 200: importSchema },
    errors: ["not_found"],
  }),
  getImportErrors: defineRoute({
    id: "getImportErrors",
    method: "GET",
    path: "/imports/{import_id}/errors",
    tag,
    summary: "Download the error file of an import",
    description:
      "One row for each error: line of the file, SKU, field, code, message, severity, value and column. Only a header if " +
      `there are none. With format=original: the rows to correct, as a file like the imported one, at most ${LIMITS.importErrorsMax.toLocaleString("en")} rows ` +
      `and ${LIMITS.importFaultyBytesMax.toLocaleString("en")} bytes, for ${LIMITS.importFaultyRowsKeptDays} days after the import.`,
    scope: "products:read",
    params: importParams,
    query: importErrorsQuery,
    fileTypes: [
      "text/csv",
      "application/jsonl",
      "text/tab-separated-values",
      "application/json",
      "application/xml",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      // Declared by earlier versions.
      "application/octet-stream",
    ],
    responses: { 200: "file" },
    errors: ["not_found"],
  }),
  getImportReport: defineRoute({
    id: "getImportReport",
    method: "GET",
    path: "/imports/{import_id}/report",
    tag,
    summary: "Download the report of an import",
    description:
      "CSV with a row for each column of the file: the fields that it fills, and how many of its cells were applied, " +
      "unchanged, left out with a warning, rejected, ignored, skipped, empty and inapplicable. With by=row: a row for each row of the file, " +
      `with its line, SKU and outcome, and one of these words for each of its cells, for ${LIMITS.importOutcomesKeptDays} days after the import.`,
    scope: "products:read",
    params: importParams,
    query: importReportQuery,
    fileTypes: ["text/csv"],
    responses: { 200: "file" },
    errors: ["not_found"],
  }),
  listImportedRows: defineRoute({
    id: "listImportedRows",
    method: "GET",
    path: "/imports/{import_id}/rows",
    tag,
    summary: "List what became of each row of an import",
    description:
      "The rows that are done so far, in the order of the file, with what became of each row and of each of its cells, for " +
      `${LIMITS.importOutcomesKeptDays} days after the import. Reasons are in the error file.`,
    scope: "products:read",
    params: importParams,
    query: importedRowsQuery,
    responses: { 200: importedRowListSchema },
    errors: ["not_found", "invalid_cursor"],
  }),
  cancelImport: defineRoute({
    id: "cancelImport",
    method: "POST",
    path: "/imports/{import_id}/cancel",
    tag,
    summary: "Cancel an import",
    description:
      "A queued import is cancelled at once, a running one within two seconds. Changes that it has made stay.",
    scope: "products:write",
    returnsStored: true,
    params: importParams,
    query: writeQuery,
    responses: { 200: importSchema },
    errors: ["not_found", "conflict"],
  }),
  undoImport: defineRoute({
    id: "undoImport",
    method: "POST",
    path: "/imports/{import_id}/undo",
    tag,
    summary: "Undo an import's updates",
    description:
      `Each call undoes up to ${LIMITS.batchItemsMax.toLocaleString("en")} updates, the latest first; repeat it with next_cursor until that is null. Fields get the ` +
      "values that they had before the import, unless they were changed since. Products that the import created or " +
      "deleted stay as they are. It works as long as the events of the import are kept, 30 days by default.",
    scope: "products:write",
    wholeWorkspaceOnly: true,
    params: importParams,
    query: writeQuery,
    body: importUndoRequestSchema.prefault({}),
    responses: { 200: importUndoSchema },
    errors: ["not_found", "conflict"],
    example: {},
  }),
  releaseImport: defineRoute({
    id: "releaseImport",
    method: "POST",
    path: "/imports/{import_id}/release",
    tag,
    summary: "Release a held import",
    description:
      "An import of a source is held if it would remove or change more than the source allows. When released, it continues " +
      "with the file that was fetched.",
    scope: "products:write",
    returnsStored: true,
    params: importParams,
    query: writeQuery,
    body: importReleaseSchema,
    responses: { 202: importSchema, 200: importSchema },
    errors: ["not_found", "conflict", "precondition_failed"],
    example: { reason: "The summer range was taken out." },
  }),
  discardImport: defineRoute({
    id: "discardImport",
    method: "POST",
    path: "/imports/{import_id}/discard",
    tag,
    summary: "Discard a held import",
    description:
      "The import is cancelled and changes nothing. The schedule does not import the same file again, only a changed one.",
    scope: "products:write",
    returnsStored: true,
    params: importParams,
    query: writeQuery,
    body: importDiscardSchema.prefault({}),
    responses: { 200: importSchema },
    errors: ["not_found", "conflict", "precondition_failed"],
    example: { reason: "The export was broken." },
  }),
};
