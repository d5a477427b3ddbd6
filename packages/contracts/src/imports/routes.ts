import { defineRoute } from "../define-route.js";
import { writeQuery } from "../feeds/feed.js";
import { LIMITS } from "../limits.js";
import {
  importDiscardSchema,
  importErrorsQuery,
  importListQuery,
  importListSchema,
  importParams,
  importPreviewQuery,
  importPreviewSchema,
  importQuery,
  importReleaseSchema,
  importSchema,
} from "./import.js";

const tag = "Imports";

const MEDIA_TYPES: readonly string[] = [
  ...["text/csv", "text/tab-separated-values", "application/jsonl", "application/x-ndjson"],
  ...["application/xml", "text/xml", "application/rss+xml"],
  ...["application/json", "application/zip", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  ...["application/gzip", "application/octet-stream", "text/plain"],
];

export const importRoutes = {
  createImport: defineRoute({
    id: "createImport",
    method: "POST",
    path: "/imports",
    tag,
    summary: "Import a product file",
    description:
      "The body is the file itself: CSV, TSV, JSON, JSON Lines, XML (RSS and Atom with g: fields, or any with a path to its rows) or XLSX, as it is, as gzip or as the one file of a ZIP archive. It is stored, its first rows are read, and the answer says which column becomes which field; the rows follow in the background. One import of a workspace runs at a time.",
    scope: "products:write",
    query: importQuery,
    upload: {
      mediaTypes: MEDIA_TYPES,
      bytesMax: LIMITS.importBytesMax,
    },
    responses: { 202: importSchema },
    errors: ["limit_reached", "payload_too_large", "unsupported_media_type", "validation_failed"],
  }),
  previewImport: defineRoute({
    id: "previewImport",
    method: "POST",
    path: "/imports/preview",
    tag,
    summary: "Look at a product file before its import",
    description:
      `The body is the file's beginning: up to ${LIMITS.importPreviewBytesMax.toLocaleString("en")} bytes, of gzip too; a ZIP archive or a workbook is sent whole, up to ${LIMITS.importPreviewZipBytesMax.toLocaleString("en")} bytes. ` +
      "Answers its columns with what stands in them, what each would become, the first rows with all that they would be " +
      "refused for, such as what a new product lacks, and counts of what would become of more of them; also while no " +
      "column is known to be the SKU. Nothing is stored.",
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
    summary: "Read an import",
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
      "A line for each fault: line of the file, SKU, field, code and message. Empty but for its header when there is none.",
    scope: "products:read",
    params: importParams,
    query: importErrorsQuery,
    responses: { 200: "file" },
    errors: ["not_found"],
  }),
  cancelImport: defineRoute({
    id: "cancelImport",
    method: "POST",
    path: "/imports/{import_id}/cancel",
    tag,
    summary: "Cancel an import",
    description:
      "One that waits is cancelled at once, one that runs within a second or two. What it has changed stays.",
    scope: "products:write",
    params: importParams,
    query: writeQuery,
    responses: { 200: importSchema },
    errors: ["not_found", "conflict"],
  }),
  releaseImport: defineRoute({
    id: "releaseImport",
    method: "POST",
    path: "/imports/{import_id}/release",
    tag,
    summary: "Let a held import through",
    description:
      "An import of a source is held when it would remove or change more than the source allows. Released, it goes on with " +
      "the file that was fetched, as it is.",
    scope: "products:write",
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
    summary: "Give a held import up",
    description:
      "It changes nothing and is cancelled. The same file is not imported again by itself; a changed one is.",
    scope: "products:write",
    params: importParams,
    query: writeQuery,
    body: importDiscardSchema.prefault({}),
    responses: { 200: importSchema },
    errors: ["not_found", "conflict", "precondition_failed"],
    example: { reason: "The export was broken." },
  }),
};
