import { defineRoute } from "../define-route.js";
import { importListSchema, importSchema } from "../imports/import.js";
import {
  sourceCreateSchema,
  sourceListQuery,
  sourceListSchema,
  sourceParams,
  sourcePatchSchema,
  sourceRunSchema,
  sourceSchema,
  writeQuery,
} from "./source.js";

const tag = "Sources";

export const sourceRoutes = {
  listSources: defineRoute({
    id: "listSources",
    method: "GET",
    path: "/sources",
    tag,
    summary: "List sources",
    scope: "products:read",
    query: sourceListQuery,
    responses: { 200: sourceListSchema },
    errors: ["invalid_cursor"],
  }),
  createSource: defineRoute({
    id: "createSource",
    method: "POST",
    path: "/sources",
    tag,
    summary: "Create a source",
    description:
      "A product file that is fetched from a URL or an SFTP host on a schedule and imported when it has changed. The reading " +
      "options are those of POST /imports; try them with POST /imports/preview. With auth.type public_key, the response " +
      "contains our public key to install on the host.",
    scope: "products:write",
    wholeWorkspaceOnly: true,
    query: writeQuery,
    body: sourceCreateSchema,
    responses: { 201: sourceSchema, 200: sourceSchema },
    errors: ["limit_reached", "target_not_allowed"],
    example: {
      name: "Shop export",
      url: "https://shop.example.com/export/products.csv",
      auth: { type: "basic", username: "skucast", password: "s3cr3t" },
      mode: "replace",
      schedule: { time: "02:00", time_zone: "Europe/Berlin" },
    },
  }),
  getSource: defineRoute({
    id: "getSource",
    method: "GET",
    path: "/sources/{source_id}",
    tag,
    summary: "Retrieve a source",
    scope: "products:read",
    params: sourceParams,
    // The result of the last run changes without a new version.
    hasUnversionedParts: true,
    responses: { 200: sourceSchema },
    errors: ["not_found"],
  }),
  updateSource: defineRoute({
    id: "updateSource",
    method: "PATCH",
    path: "/sources/{source_id}",
    tag,
    summary: "Update a source",
    description:
      "If a password, token or header is stored, a change of host or user requires auth again: a stored secret is never sent " +
      "to another server. After a change of the location or the reading options, the file is imported even if it is unchanged.",
    scope: "products:write",
    wholeWorkspaceOnly: true,
    params: sourceParams,
    query: writeQuery,
    body: sourcePatchSchema,
    responses: { 200: sourceSchema },
    errors: ["not_found", "conflict", "precondition_failed", "target_not_allowed"],
    example: { schedule: { every_minutes: 60 } },
  }),
  deleteSource: defineRoute({
    id: "deleteSource",
    method: "DELETE",
    path: "/sources/{source_id}",
    tag,
    summary: "Delete a source",
    description: "Its queued, running and held imports are cancelled. Imported products stay.",
    scope: "products:write",
    wholeWorkspaceOnly: true,
    params: sourceParams,
    query: writeQuery,
    responses: { 204: null },
    errors: ["not_found", "precondition_failed"],
  }),
  startSourceRun: defineRoute({
    id: "startSourceRun",
    method: "POST",
    path: "/sources/{source_id}/runs",
    tag,
    summary: "Run a source now",
    description:
      "Returns an import whose file is fetched in the background, even if the source is paused. If one is already queued, it " +
      "is returned. An unchanged file is not imported: the import succeeds with fetch.is_unchanged.",
    scope: "products:write",
    wholeWorkspaceOnly: true,
    params: sourceParams,
    query: writeQuery,
    body: sourceRunSchema.prefault({}),
    responses: { 202: importSchema, 200: importSchema },
    errors: ["not_found"],
    example: { force: false },
  }),
  listSourceRuns: defineRoute({
    id: "listSourceRuns",
    method: "GET",
    path: "/sources/{source_id}/runs",
    tag,
    summary: "List the imports of a source, newest first",
    scope: "products:read",
    params: sourceParams,
    query: sourceListQuery,
    responses: { 200: importListSchema },
    errors: ["not_found", "invalid_cursor"],
  }),
};
