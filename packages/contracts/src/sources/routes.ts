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
      "A product file that is fetched from a URL or an SFTP host on a schedule, and imported when it has changed. How it is " +
      "read is said as in POST /imports; try it there with POST /imports/preview. With auth.type public_key the answer " +
      "holds our public key to install at the host.",
    scope: "products:write",
    ofWholeWorkspace: true,
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
    summary: "Read a source",
    scope: "products:read",
    params: sourceParams,
    // How its last run went is no change of the source.
    hasUnversionedParts: true,
    responses: { 200: sourceSchema },
    errors: ["not_found"],
  }),
  updateSource: defineRoute({
    id: "updateSource",
    method: "PATCH",
    path: "/sources/{source_id}",
    tag,
    summary: "Change a source",
    description:
      "Where it has a password, token or header, another host or user asks for auth again: a stored secret goes to no other " +
      "server. After a change of where or how it is read, the file is imported again also when it is the one of before.",
    scope: "products:write",
    ofWholeWorkspace: true,
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
    description: "Its imports that wait, run or are held are cancelled. What it has imported stays.",
    scope: "products:write",
    ofWholeWorkspace: true,
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
    summary: "Fetch a source now",
    description:
      "Answers with an import whose file is fetched in the background; also of a paused source. One that waits already is " +
      "answered again. A file that is the one of before is not imported: the import succeeds with fetch.is_unchanged.",
    scope: "products:write",
    ofWholeWorkspace: true,
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
